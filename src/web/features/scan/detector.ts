/** The browser's own reader of barcodes, where it has one. */
export interface Detector {
  detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>
}

interface DetectorClass {
  new (options: { readonly formats: readonly string[] }): Detector
  getSupportedFormats(): Promise<readonly string[]>
}

/** What stands on goods and tickets. */
const wanted = ['ean_13', 'ean_8', 'upc_a', 'upc_e', 'itf', 'code_128', 'code_39', 'code_93', 'data_matrix', 'qr_code']

/** @returns nothing where the browser has none, or one that knows no format of ours. */
export async function openDetector(): Promise<Detector | undefined> {
  // Too new for the types of the platform.
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass }
  const supported = await BarcodeDetector?.getSupportedFormats().catch((): readonly string[] => [])
  const formats = wanted.filter((format) => supported?.includes(format))
  return BarcodeDetector && formats.length > 0 ? new BarcodeDetector({ formats }) : undefined
}
