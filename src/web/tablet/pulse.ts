import pulse from './pulse-worker.ts?worker&url'

// Trusted Types (see SECURITY.md) only allow worker addresses from a policy. This is the only policy, and it only allows
// these three addresses.

const addresses = {
  pulse,
  ring: `${import.meta.env.BASE_URL}ring-worker.js`,
  shell: `${import.meta.env.BASE_URL}shell-worker.js`,
} as const

type WorkerName = keyof typeof addresses

/** The part of Trusted Types used here, which TypeScript's DOM types lack. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { readonly createScriptURL: (name: WorkerName) => string },
  ): { createScriptURL(name: WorkerName): unknown }
}

const { trustedTypes } = globalThis as { readonly trustedTypes?: TrustedTypes }
const policy = trustedTypes?.createPolicy('desk', { createScriptURL: (name) => addresses[name] })

/** The address of a worker, as a `TrustedScriptURL` if the browser requires one. */
export const workerAddress = (name: WorkerName): string =>
  // The cast is safe, because browsers accept a `TrustedScriptURL` wherever they accept a worker's address.
  policy ? (policy.createScriptURL(name) as string) : addresses[name]

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
