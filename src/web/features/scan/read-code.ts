/** The browser's barcode detector. */
export interface Detector {
  detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>
}

interface DetectorClass {
  new (options: { readonly formats: readonly string[] }): Detector
  getSupportedFormats(): Promise<readonly string[]>
}

/** The barcode formats of goods and tickets. */
const goodsFormats = [
  'ean_13',
  'ean_8',
  'upc_a',
  'upc_e',
  'itf',
  'code_128',
  'code_39',
  'code_93',
  'data_matrix',
  'qr_code',
]

/** @returns undefined if the browser has no detector, or none for these formats. */
export async function openDetector(): Promise<Detector | undefined> {
  // TypeScript's DOM types lack `BarcodeDetector`.
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass }
  const supported = await BarcodeDetector?.getSupportedFormats().catch((): readonly string[] => [])
  const formats = goodsFormats.filter((format) => supported?.includes(format))
  return BarcodeDetector && formats.length > 0 ? new BarcodeDetector({ formats }) : undefined
}

/** Why the camera shows no picture. */
export type CameraProblem = 'refused' | 'noCamera' | 'insecure' | 'cameraFailed'

const readEveryMs = 150

/**
 * Shows the camera's picture and reads it until it contains a code. The camera is released in every case.
 * @returns the code, or undefined if `leaving` aborted first.
 * @throws errors of the camera; see `problemOf`.
 */
export async function readCode(
  video: HTMLVideoElement,
  detector: Detector,
  leaving: AbortSignal,
): Promise<string | undefined> {
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
  const stop = () => {
    for (const track of stream.getTracks()) track.stop()
  }
  leaving.addEventListener('abort', stop)
  try {
    if (leaving.aborted) return undefined
    video.srcObject = stream
    await video.play()
    while (!leaving.aborted) {
      // A frame that is not ready cannot be read; the next one may be.
      const [code] = await detector.detect(video).catch(() => [])
      if (code && code.rawValue.trim() !== '') return code.rawValue
      await new Promise((resolve) => setTimeout(resolve, readEveryMs))
    }
    return undefined
  } finally {
    leaving.removeEventListener('abort', stop)
    stop()
  }
}

/** The problem to show for an error of `readCode`. */
export function problemOf(error: unknown): CameraProblem {
  // Without a secure context there is no `mediaDevices`.
  if (!('mediaDevices' in navigator)) return 'insecure'
  switch (error instanceof DOMException ? error.name : undefined) {
    case 'NotAllowedError':
    case 'SecurityError':
      return 'refused'
    case 'NotFoundError':
    case 'OverconstrainedError':
      return 'noCamera'
    default:
      return 'cameraFailed'
  }
}
