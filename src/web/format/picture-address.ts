/** Where the practice store keeps its own pictures. */
const practicePictures = '/practice/pictures/'

/** Those of several addresses that pictures may be loaded from, each once, in their order. */
export const pictureAddresses = (addresses: readonly unknown[]): readonly string[] => [
  ...new Set(addresses.flatMap((address) => pictureAddress(address) ?? [])),
]

/** An address that a picture may be loaded from: https, or the practice store's own. */
export function pictureAddress(address: unknown): string | undefined {
  if (typeof address !== 'string' || address === '') return undefined
  const isOwn = address.startsWith(practicePictures) && !address.includes('..')
  return isOwn || /^https:\/\/[^/]/i.test(address) ? address : undefined
}
