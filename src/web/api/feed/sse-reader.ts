/**
 * Reads server-sent events until the stream ends or the signal aborts; half an event at the end is dropped. `onBytes` is
 * called whenever something came, before what it holds is read.
 * @throws whatever breaks the stream, and whatever `onEvent` throws.
 */
export async function readEvents(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal,
  onEvent: (name: string, data: string) => void,
  onBytes: () => void = () => undefined,
): Promise<void> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  // A body that came from no network does not hear of the signal by itself.
  const hangUp = () => void reader.cancel().catch(() => undefined)
  if (signal.aborted) hangUp()
  signal.addEventListener('abort', hangUp)
  /** What came of an event that is not whole. A board of a megabyte comes in many parts: they are joined once. */
  let parts: string[] = []
  let isAtLineStart = false
  let heldBack = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    onBytes()
    const decoded = heldBack + decoder.decode(value, { stream: true })
    // A CR at the end may be half of a CRLF: it waits for what follows.
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
