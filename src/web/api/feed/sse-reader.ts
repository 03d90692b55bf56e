/**
 * Reads server-sent events until the stream ends or the signal aborts, and drops an incomplete event at the end. Calls
 * `onBytes` for each chunk before its events.
 * @throws errors of the stream and of `onEvent`.
 */
export async function readEvents(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal,
  onEvent: (name: string, data: string) => void,
  onBytes: () => void = () => undefined,
): Promise<void> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  // A body that does not come from `fetch` ignores the signal.
  const hangUp = () => void reader.cancel().catch(() => undefined)
  if (signal.aborted) hangUp()
  signal.addEventListener('abort', hangUp)
  /** The chunks of an incomplete event. They are joined once, because a snapshot may be a megabyte in many chunks. */
  let parts: string[] = []
  let isAtLineStart = false
  let heldBack = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    onBytes()
    const decoded = heldBack + decoder.decode(value, { stream: true })
    // A CR at the end may be half of a CRLF, so it waits for the next chunk.
    heldBack = decoded.endsWith('\r') ? '\r' : ''
    const text = decoded.slice(0, decoded.length - heldBack.length).replace(/\r\n?/g, '\n')
    if (text === '') continue
    parts.push(text)
    const isWhole = text.includes('\n\n') || (isAtLineStart && text.startsWith('\n'))
    isAtLineStart = text.endsWith('\n')
    if (!isWhole) continue
    const events = parts.join('').split('\n\n')
    const rest = events.pop() ?? ''
    parts = [rest]
    isAtLineStart = rest.endsWith('\n')
    for (const event of events) {
      if (signal.aborted) return
      readEvent(event, onEvent)
    }
  }
}

function readEvent(text: string, onEvent: (name: string, data: string) => void): void {
  let name = 'message'
  const data: string[] = []
  for (const line of text.split('\n')) {
    const [field, ...rest] = line.split(':')
    const value = rest.join(':').replace(/^ /, '')
    if (field === 'event') name = value
    if (field === 'data') data.push(value)
  }
  if (data.length > 0) onEvent(name, data.join('\n'))
}
