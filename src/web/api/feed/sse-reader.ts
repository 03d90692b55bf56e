/**
 * Reads server-sent events until the stream ends or the signal aborts; half an event at the end is dropped.
 * @throws whatever breaks the stream, and whatever `onEvent` throws.
 */
export async function readEvents(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal,
  onEvent: (name: string, data: string) => void,
): Promise<void> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  // A body that came from no network does not hear of the signal by itself.
  const hangUp = () => void reader.cancel().catch(() => undefined)
  if (signal.aborted) hangUp()
  signal.addEventListener('abort', hangUp)
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    // A CR at the end may be half of a CRLF: it waits for what follows.
    const lines = (rest + decoder.decode(value, { stream: true })).replace(/\r\n|\r(?!$)/g, '\n')
    const events = lines.split('\n\n')
    rest = events.pop() ?? ''
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
