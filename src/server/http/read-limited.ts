/** The body exceeds the limit. */
export class TooLarge extends Error {
  constructor(limit: number) {
    super(`The body is larger than ${limit} bytes.`)
  }
}

/**
 * Reads up to `limitBytes` of a body; never waits for the rest.
 * @throws {TooLarge} beyond the limit, and whatever the stream throws when it breaks.
 */
export async function readBytesLimited(body: Request | Response, limitBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const length = Number(body.headers.get('Content-Length') ?? Number.NaN)
  if (length > limitBytes) throw new TooLarge(limitBytes)
  // Our server holds a request to its declared length, so it can be read at once, which is far cheaper than a stream.
  // The declared length of an answer may be the one before decompression.
  if (length >= 0 && body instanceof Request) return new Uint8Array(await body.arrayBuffer())
  // In Firefox, where the demo's page calls its own server, a request has no stream.
  if (body.body === undefined) return heldTo(limitBytes, await body.arrayBuffer())
  const parts: Uint8Array[] = []
  let size = 0
  const reader = body.body?.getReader()
  while (reader) {
    const { done, value } = await reader.read()
    if (done) break
    size += value.byteLength
    if (size > limitBytes) {
      // Not awaited, because a sender that never ends must not block us.
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

/** The same as UTF-8 text; invalid bytes are replaced. */
export const readLimited = async (body: Request | Response, limitBytes: number): Promise<string> =>
  new TextDecoder().decode(await readBytesLimited(body, limitBytes))
