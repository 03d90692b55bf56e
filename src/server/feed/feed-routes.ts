import { feedPath } from '#contract/desk/feed.ts'
import { presence as presenceEndpoint } from '#contract/desk/session.ts'
import { type TabletRole, tabletRoles } from '#contract/desk/tablet-role.ts'
import type { DeviceHere } from '#server/auth/devices.ts'
import { callerId, type Gate, keyOf, roleOf, senderOf, tabletOf } from '#server/auth/require-sign-in.ts'
import type { Sessions } from '#server/auth/session.ts'
import { type At, type Guarded, jsonBody, sameOriginOnly } from '#server/http/guard.ts'
import { answer } from '#server/http/http-error.ts'
import { afterPeerChanges } from '#server/storage/peer-changes.ts'
import { type Feed, type FeedConnection, unreadLimitBytes } from './feed.ts'
import { type Presence, readBeat, readPage } from './presence.ts'
import type { Handler } from 'hono'

export const feedHeaders = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store',
  // Stops nginx from buffering the events.
  'X-Accel-Buffering': 'no',
} as const

/** Starts a stream on a connection; the returned function is called when the tablet disconnects. */
export type BeginStream = (connection: FeedConnection) => () => void

/** Writes a feed to the HTTP server's own response; `wire` is that server's request context. */
export type AnswerFeed = (begin: BeginStream, wire: unknown) => Response

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

interface FeedRouteDeps {
  readonly gate: Gate
  readonly feed: Feed
  readonly presence: Presence
  readonly sessions: Pick<Sessions, 'noteUse'>
  /** What a stream of a role begins with, and what it takes to know that. */
  readonly liveRows: { prepare(role: TabletRole): Promise<void>; snapshot(role: TabletRole): Uint8Array }
  readonly inbox: { refresh(): Promise<void> }
  /** Records that a tablet opened a feed. */
  readonly trackDevice: (device: DeviceHere) => void
  /** Records that a program opened a feed with a key. */
  readonly trackKey: (keyId: string) => void
  /** Writes a feed to the HTTP server's own response; by default a platform stream is used. */
  readonly answerFeed?: AnswerFeed | undefined
}

/** Routes for the feed of a tablet and for its presence beat. */
export function feedRoutes(at: At, deps: FeedRouteDeps): void {
  const { gate, feed, liveRows, inbox, presence, sessions, trackDevice, trackKey, answerFeed } = deps
  const forAll = gate.of(...tabletRoles)
  const open: Handler<Guarded> = async (c) => {
    if (c.req.method === 'HEAD') return new Response(null, { headers: feedHeaders })
    const [key, role] = [keyOf(c), roleOf(c)]
    await liveRows.prepare(role)
    if (key) trackKey(key.id)
    else trackDevice(tabletOf(c))
    const reader = { id: callerId(c), role, isProgram: key !== undefined }
    const begin: BeginStream = (connection) => feed.open(reader, connection, liveRows.snapshot(role))
    return answerFeed?.(begin, c.env) ?? feedResponse(begin, c.req.raw.signal)
  }
  at(feedPath, { GET: [forAll.enrolledOnly, afterPeerChanges(inbox), open] })

  const beat: Handler<Guarded> = async (c) => {
    const state = readBeat(c.var.body())
    presence.beat(tabletOf(c), state, readPage(c.var.body()))
    if (state.touched) await sessions.noteUse(senderOf(c).cookie)
    return answer(200, { data: null })
  }
  at(presenceEndpoint.path, { POST: [sameOriginOnly, jsonBody, forAll.enrolledOnly, beat] })
}
