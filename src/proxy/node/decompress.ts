import { pipeline, type Readable, type Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib'

const ways: ReadonlyMap<string, () => Transform> = new Map<string, () => Transform>([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
  ['zstd', createZstdDecompress],
])

/**
 * A body as it was before it was compressed; as fast as it is read, so that one that swells costs no more than whoever
 * reads it is willing to hold. @returns nothing where it was compressed twice, or in a way that we do not know.
 */
export function decompress(body: Readable, encoding: string): Readable | undefined {
  const name = encoding.trim().toLowerCase()
  if (name === '' || name === 'identity') return body
  const way = ways.get(name)?.()
  // What goes wrong on the way destroys both ends: whoever reads is told there.
  return way && pipeline(body, way, () => undefined)
}
