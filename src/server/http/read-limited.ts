/** More bytes came than we are willing to hold. */
export class TooLarge extends Error {
  constructor(limit: number) {
    super(`The body is larger than ${limit} bytes.`)
  }
}

/**
 * Reads a body, at most so many bytes of it; the rest is never waited for.
 * @throws {TooLarge} beyond the limit, and whatever the stream throws when it breaks.
 */
export async function readBytesLimited(body: Request | Response, limitBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const length = Number(body.headers.get('Content-Length') ?? Number.NaN)
  if (length > limitBytes) throw new TooLarge(limitBytes)
  // Our own server's wire holds a request to the length that it named, so it can be taken whole: a stream of it costs far
  // more. What an answer named may be its length before it was decompressed.
  if (length >= 0 && body instanceof Request) return new Uint8Array(await body.arrayBuffer())
  // In Firefox, where the demo's page asks its own desk, a request has no stream at all.
  if (body.body === undefined) return heldTo(limitBytes, await body.arrayBuffer())
  const parts: Uint8Array[] = []
  let size = 0
  const reader = body.body?.getReader()
  while (reader) {
    const { done, value } = await reader.read()
    if (done) break
    size += value.byteLength
    if (size > limitBytes) {
      // Not waited for: a sender that never ends must not hold us.
      void reader.cancel().catch(() => undefined)
      throw new TooLarge(limitBytes)
    }
    parts.push(value)
  }
  const whole = new Uint8Array(size)
  parts.reduce((at, part) => (whole.set(part, at), at + part.byteLength), 0)
  return whole
}

function heldTo(limitBytes: number, bytes: ArrayBuffer): Uint8Array<ArrayBuffer> {
  if (bytes.byteLength > limitBytes) throw new TooLarge(limitBytes)
  return new Uint8Array(bytes)
}

/** The same as UTF-8 text; what is not UTF-8 in it is replaced. */
export const readLimited = async (body: Request | Response, limitBytes: number): Promise<string> =>
  new TextDecoder().decode(await readBytesLimited(body, limitBytes))
