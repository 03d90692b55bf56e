import { readBytesLimited, TooLarge } from '#server/http/read-limited.ts'

/**
 * Unpacks gzip, at most so many bytes of it. @returns nothing where it is not sound gzip.
 * @throws {TooLarge} beyond the limit; the rest is not unpacked
 */
export async function unpackGzip(
  packed: Uint8Array<ArrayBuffer>,
  limitBytes: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (packed.byteLength === 0) return packed
  const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'))
  try {
    return await readBytesLimited(new Response(unpacked), limitBytes)
  } catch (error) {
    if (error instanceof TooLarge) throw error
    return undefined
  }
}
