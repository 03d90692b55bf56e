import { brotliCompressSync } from 'node:zlib'
import { buildFloorPage, buildProduct, type Chunk } from './floor-page.ts'
import type { Row } from './row.ts'

const sizeOf = (chunks: readonly Chunk[]): number =>
  chunks.reduce((sum, { code = '' }) => sum + brotliCompressSync(code).byteLength, 0)

/** The script that an order screen loads first, in KiB brotli, beside an empty page of the same stack. */
export async function bytes(): Promise<readonly Row[]> {
  const floor = sizeOf(await buildFloorPage())
  const page = await buildProduct()
  // The entry and the first messages of one language, which are loaded before the order is rendered.
  const words = page.find(({ fileName, code }) => fileName.includes('first') && code?.includes('Accept order'))
  const own = sizeOf([...page.filter(({ isEntry }) => isEntry), ...(words ? [words] : [])])
  return [
    {
      name: 'order screen, first script',
      unit: 'KiB',
      value: own / 1024,
      peer: 'empty page, same stack',
      peerValue: floor / 1024,
    },
  ]
}
