import { foldCode } from '#contract/fold.ts'

/**
 * A barcode in the one form of GTIN-8, 12, 13 and 14, which differ by zeros in front.
 * @returns nothing where that leaves nothing: zeros alone are a place held free.
 */
export function barcodeOf(text: string): string | undefined {
  const code = foldCode(text)
  return (/^\d+$/.test(code) ? code.replace(/^0+/, '') : code) || undefined
}
