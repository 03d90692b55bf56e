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

/** Why the camera shows nothing. */
export type CameraProblem = 'refused' | 'noCamera' | 'insecure' | 'cameraFailed'

const lookEveryMs = 150

/**
 * Shows the camera's picture and reads it until there is a code in it. The camera is let go of at the end, whichever
 * it is.
 * @returns the code, or nothing where `leaving` came first.
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
      // A picture that is not there yet cannot be read; the next one may.
      const [code] = await detector.detect(video).catch(() => [])
      if (code && code.rawValue.trim() !== '') return code.rawValue
      await new Promise((resolve) => setTimeout(resolve, lookEveryMs))
    }
    return undefined
  } finally {
    leaving.removeEventListener('abort', stop)
    stop()
  }
}

/** Says of an error of `readCode` what it means to a person. */
export function problemOf(error: unknown): CameraProblem {
  // Without a secure context there is nothing to ask for a camera.
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
