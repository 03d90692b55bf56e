import { workerAddress } from './worker-address.ts'

/**
 * Calls back every so many milliseconds, in a hidden page too: there browsers slow a page's own timers down to one a
 * minute, but not those of its workers. Where there is no worker, the page's own have to do.
 * @returns the way to stop it.
 */
export function startPulse(ms: number, onBeat: () => void): () => void {
  const own = () => {
    const timer = setInterval(onBeat, ms)
    return () => clearInterval(timer)
  }
  if (typeof Worker === 'undefined') return own()
  let stop: (() => void) | undefined
  try {
    const worker = new Worker(workerAddress('pulse'), { type: 'module' })
    stop = () => worker.terminate()
    worker.addEventListener('message', onBeat)
    worker.addEventListener('error', () => {
      stop?.()
      stop = own()
    })
    worker.postMessage(ms)
  } catch {
    stop = own()
  }
  return () => stop?.()
}
