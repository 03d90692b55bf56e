/** As far as it is needed here; TypeScript's own list of the browser's interfaces does not have it. */
interface TrustedTypes {
  createPolicy(name: 'default', rules: { readonly createScriptURL: (address: string) => string | undefined }): unknown
}

/**
 * The library that registers the demo's service worker gives its address as text, which the page's policy takes from
 * nobody: this lets that one address through.
 */
export function trustWorker(): void {
  const { trustedTypes } = globalThis as { readonly trustedTypes?: TrustedTypes }
  const worker = new URL('mockServiceWorker.js', document.baseURI).href
  trustedTypes?.createPolicy('default', {
    createScriptURL: (address) => (new URL(address, document.baseURI).href === worker ? address : undefined),
  })
}
