import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate, zstdDecompress } from 'node:zlib'
import { TooLarge } from '#server/http/read-limited.ts'
import { answerLimitBytes } from '#server/vendor/vendor-transport.ts'

type Decompress = (body: Buffer, options: { readonly maxOutputLength: number }) => Promise<Uint8Array>

const ways: ReadonlyMap<string, Decompress> = new Map<string, Decompress>([
  ['gzip', promisify(gunzip)],
  ['x-gzip', promisify(gunzip)],
  ['deflate', promisify(inflate)],
  ['br', promisify(brotliDecompress)],
  ['zstd', promisify(zstdDecompress)],
])

/** A chunk costs more than its few bytes; this many are merged into one. */
const partsAtMost = 1000

/** Collects an answer's body, up to the allowed size. */
export class AnswerBody {
  readonly #joined: Buffer[] = []
  #parts: Buffer[] = []
  #bytes = 0

  /** @throws {TooLarge} */
  add(part: Buffer): void {
    this.#bytes += part.byteLength
    if (this.#bytes > answerLimitBytes) throw new TooLarge(answerLimitBytes)
    this.#parts.push(part)
    if (this.#parts.length < partsAtMost) return
    this.#joined.push(Buffer.concat(this.#parts))
    this.#parts = []
  }

  /**
   * The whole body, decompressed. Empty if it was compressed twice or by an unknown method.
   * @throws if the compression is invalid, or expands beyond the limit.
   */
  async whole(encoding = ''): Promise<Uint8Array> {
    const parts = [...this.#joined, ...this.#parts]
    const [only, ...more] = parts
    const body = only && more.length === 0 ? only : Buffer.concat(parts)
    const name = encoding.trim().toLowerCase()
    if (name === '' || name === 'identity' || body.byteLength === 0) return body
    return (await ways.get(name)?.(body, { maxOutputLength: answerLimitBytes })) ?? new Uint8Array()
  }
}
