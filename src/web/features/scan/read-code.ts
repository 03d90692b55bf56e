import type { Detector } from './detector.ts'

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
