/** The part needed here; TypeScript's library lacks it. */
interface TrustedTypes {
  createPolicy(name: 'default', rules: { readonly createScriptURL: (address: string) => string | undefined }): unknown
}

/**
 * Allows the address of the demo's service worker: the library registers it as a string, which the content policy
 * refuses by default.
 */
export function trustWorker(): void {
  const { trustedTypes } = globalThis as { readonly trustedTypes?: TrustedTypes }
  const worker = new URL('mockServiceWorker.js', document.baseURI).href
  trustedTypes?.createPolicy('default', {
    createScriptURL: (address) => (new URL(address, document.baseURI).href === worker ? address : undefined),
  })
}
