/** The part needed here; TypeScript's library lacks it. */
interface TrustedTypes {
  createPolicy(name: 'default', rules: { readonly createScriptURL: (address: string) => string | undefined }): unknown
}

/**
 * Trusts the address of the demo's service worker, which the library passes as a string that the policy would refuse.
 */
export function trustWorker(): void {
  const { trustedTypes } = globalThis as { readonly trustedTypes?: TrustedTypes }
  const worker = new URL('mockServiceWorker.js', document.baseURI).href
  trustedTypes?.createPolicy('default', {
    createScriptURL: (address) => (new URL(address, document.baseURI).href === worker ? address : undefined),
  })
}
