import { foldCode } from './search-text.ts'

/**
 * Normalizes GTIN-8, 12, 13 and 14, which differ only in leading zeros.
 * @returns nothing for zeros alone, which are a placeholder.
 */
export function barcodeOf(text: string): string | undefined {
  const code = foldCode(text)
  return (/^\d+$/.test(code) ? code.replace(/^0+/, '') : code) || undefined
}

/** Other barcodes that a code stands for, each as `barcodeOf` returns it, and any further data in the code. */
export type BarcodeReading =
  /** The same number as UPC-A, or as UPC-E with 8 or 6 digits. */
  | { readonly is: 'same'; readonly barcodes: readonly string[] }
  /** A scale's label: the shop's item number, and a weight or price with three decimals and no unit. */
  | { readonly is: 'label'; readonly barcodes: readonly string[]; readonly amount: string }
  /** A carton; `barcodes` are those of the unit inside. */
  | { readonly is: 'carton'; readonly barcodes: readonly string[] }

/** Interprets a code that matches no barcode exactly; callers look for an exact match first. */
export function readBarcode(text: string): BarcodeReading | undefined {
  const code = foldCode(text)
  return /^\d{6,14}$/.test(code) ? (readLabel(code) ?? readCarton(code) ?? readUpc(code)) : undefined
}

/** Whether a field holds one of the barcodes of a reading. */
export function isReadAs({ barcodes }: BarcodeReading, field: unknown): boolean {
  const barcode = typeof field === 'string' ? barcodeOf(field) : undefined
  return barcode !== undefined && barcodes.includes(barcode)
}

/** The check digit of a GTIN, from the digits before it. Leading zeros do not matter. */
function checkDigitOf(digits: string): string {
  const sum = [...digits].toReversed().reduce((total, digit, place) => total + Number(digit) * (place % 2 ? 1 : 3), 0)
  return String((10 - (sum % 10)) % 10)
}

const withCheckDigit = (digits: string): string => digits + checkDigitOf(digits)
const hasCheckDigit = (code: string): boolean => withCheckDigit(code.slice(0, -1)) === code

/**
 * GS1 restricted circulation, prefixes 20 to 29. unspecified: each country and shop defines the layout; this one has
 * five digits for the amount, which are zeros in the item's own barcode.
 */
function readLabel(code: string): BarcodeReading | undefined {
  const label = code.replace(/^0(?=\d{13}$)/, '')
  if (!/^2\d{12}$/.test(label) || !hasCheckDigit(label)) return undefined
  const [item, amount] = [label.slice(0, 7), label.slice(7, 12)]
  if (amount === '00000') return undefined
  return {
    is: 'label',
    barcodes: [withCheckDigit(`${item}00000`)],
    amount: `${Number(amount.slice(0, 2))}.${amount.slice(2)}`,
  }
}

/** A GTIN-14: the first digit is the package size; 0 is the unit itself and 9 a variable measure. */
function readCarton(code: string): BarcodeReading | undefined {
  if (!/^[1-8]\d{13}$/.test(code) || !hasCheckDigit(code)) return undefined
  const unit = barcodeOf(withCheckDigit(code.slice(1, -1)))
  return unit === undefined ? undefined : { is: 'carton', barcodes: [unit, ...shortForms(unit)] }
}

function readUpc(code: string): BarcodeReading | undefined {
  const own = barcodeOf(code)
  const long = longForm(code) ?? own
  if (own === undefined || long === undefined) return undefined
  const barcodes = [long, ...shortForms(long)].filter((barcode) => barcode !== own)
  return barcodes.length === 0 ? undefined : { is: 'same', barcodes }
}

/** Expands UPC-E to UPC-A; six digits imply number system 0. */
function longForm(code: string): string | undefined {
  const [, system = '0', six, check] = /^(?:([01])(\d{6})(\d)|\d{6})$/.exec(code) ?? []
  if (six === undefined && code.length !== 6) return undefined
  const long = withCheckDigit(`${system}${expand(six ?? code)}`)
  const barcode = barcodeOf(long)
  const isRight = check === undefined || long.endsWith(check)
  // No company prefix is that short; the result would be mistaken for a GTIN-8.
  return isRight && barcode !== undefined && barcode.length > 8 ? barcode : undefined
}

/** Expands the six digits of a UPC-E to ten: the last digit says where zeros were dropped. */
function expand(six: string): string {
  const last = six.slice(5)
  if (last <= '2') return `${six.slice(0, 2)}${last}0000${six.slice(2, 5)}`
  if (last === '3') return `${six.slice(0, 3)}00000${six.slice(3, 5)}`
  if (last === '4') return `${six.slice(0, 4)}00000${six.slice(4, 5)}`
  return `${six.slice(0, 5)}0000${last}`
}

/** The UPC-E forms of a UPC-A, with 8 and with 6 digits. */
function shortForms(barcode: string): readonly string[] {
  const long = barcode.padStart(12, '0')
  if (barcode.length <= 8 || !/^[01]\d{11}$/.test(long) || !hasCheckDigit(long)) return []
  const [system, ten, check] = [long.slice(0, 1), long.slice(1, 11), long.slice(11)]
  // If two forms expand to the same number, the first is the valid one.
  const six = [
    `${ten.slice(0, 2)}${ten.slice(7)}${ten.slice(2, 3)}`,
    `${ten.slice(0, 3)}${ten.slice(8)}3`,
    `${ten.slice(0, 4)}${ten.slice(9)}4`,
    `${ten.slice(0, 5)}${ten.slice(9)}`,
  ].find((each) => expand(each) === ten)
  const forms = six === undefined ? [] : [`${system}${six}${check}`, ...(system === '0' ? [six] : [])]
  return forms.flatMap((form) => barcodeOf(form) ?? [])
}
