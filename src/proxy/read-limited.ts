/** More bytes came than we are willing to hold. */
export class TooLarge extends Error {
  constructor(limit: number) {
    super(`The body is larger than ${limit} bytes.`)
  }
}

/**
 * Reads a body as UTF-8, at most so many bytes of it; the rest is never waited for.
 * @throws {TooLarge} beyond the limit, and whatever the stream throws when it breaks.
 */
export async function readLimited(body: Request | Response, limitBytes: number): Promise<string> {
  if (Number(body.headers.get('Content-Length') ?? 0) > limitBytes) throw new TooLarge(limitBytes)
  if (!body.body) return ''
  const reader = body.body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    size += value.byteLength
    if (size > limitBytes) {
      // Not waited for: a sender that never ends must not hold us.
      void reader.cancel().catch(() => undefined)
      throw new TooLarge(limitBytes)
    }
    text += decoder.decode(value, { stream: true })
  }
}
