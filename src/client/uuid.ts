/** A random UUID. `crypto.randomUUID` is missing where a tablet reaches the desk over plain HTTP. */
export function createUuid(): string {
  const { crypto } = globalThis as { crypto: Pick<Crypto, 'getRandomValues'> & Partial<Crypto> }
  if (crypto.randomUUID) return crypto.randomUUID()
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`
}
