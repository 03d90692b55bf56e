import { workerAddress } from './worker-address.ts'

/**
 * Calls back every `ms` milliseconds, also in a hidden page. There browsers throttle the page's own timers to one a minute,
 * but not those of workers. Without workers it falls back to the page's timer.
 * @returns how to stop.
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
