import pulse from './pulse-worker.ts?worker&url'

// A page that lets no text become a script (see SECURITY.md) takes a worker's address from a policy alone. This is the
// only one there is, and it knows these three.

const addresses = {
  pulse,
  ring: `${import.meta.env.BASE_URL}ring-worker.js`,
  shell: `${import.meta.env.BASE_URL}shell-worker.js`,
} as const

type WorkerName = keyof typeof addresses

/** As far as it is needed here; TypeScript's own list of the browser's interfaces does not have it. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { readonly createScriptURL: (name: WorkerName) => string },
  ): { createScriptURL(name: WorkerName): unknown }
}

const { trustedTypes } = globalThis as { readonly trustedTypes?: TrustedTypes }
const policy = trustedTypes?.createPolicy('desk', { createScriptURL: (name) => addresses[name] })

/** The address of a worker, in the form that this browser takes. */
export const workerAddress = (name: WorkerName): string =>
  // A trusted address is no text, but stands wherever a browser that knows it takes one.
  policy ? (policy.createScriptURL(name) as string) : addresses[name]
