import { unreadLimitBytes, type FeedLine } from './feed.ts'

export const feedHeaders = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store',
  // Stops nginx from buffering the events.
  'X-Accel-Buffering': 'no',
} as const

/** Starts a stream on a connection; the returned function is called when the tablet disconnects. */
export type BeginStream = (line: FeedLine) => () => void

/** Answers with a stream until the signal aborts. Not for HEAD, whose body is never read. */
export function feedResponse(begin: BeginStream, signal?: AbortSignal): Response {
  let isOver = false
  let leave = (): void => undefined
  const start = (controller: ReadableStreamDefaultController<Uint8Array>): void => {
    leave = begin({
      send: (bytes) => controller.enqueue(bytes),
      unread() {
        const room = controller.desiredSize ?? 0
        // An ended stream that was read completely has no room either.
        return isOver && room === 0 ? 0 : unreadLimitBytes - room
      },
      end() {
        isOver = true
        controller.close()
      },
      drop() {
        isOver = true
        controller.error(new Error('A tablet did not read its feed, and was cut.'))
      },
    })
    const hangUp = (): void => {
      leave()
      if (!isOver) controller.close()
      isOver = true
    }
    if (signal?.aborted) hangUp()
    else signal?.addEventListener('abort', hangUp, { once: true })
  }
  const cancel = (): void => {
    isOver = true
    leave()
  }
  const body = new ReadableStream<Uint8Array>(
    { start, cancel },
    { highWaterMark: unreadLimitBytes, size: (bytes) => bytes.byteLength },
  )
  return new Response(body, { headers: feedHeaders })
}
