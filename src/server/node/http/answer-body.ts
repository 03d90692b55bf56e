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

/** A part costs more than the few bytes that may be in it: of so many one is made. */
const partsAtMost = 1000

/** What came of an answer's body so far: no more of it is held than is allowed. */
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
   * All of it, as it was before it was compressed. Compressed twice, or in a way that we do not know, it has not a
   * readable word in it, and is empty. @throws where it was compressed badly, or swells beyond what is allowed.
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
