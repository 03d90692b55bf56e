import type { Handler, MiddlewareHandler } from 'hono'
import { feedPath } from '#contract/desk/feed.ts'
import { presence as presenceEndpoint } from '#contract/desk/presence.ts'
import { senderOf, tabletOf, type Gate } from '#server/auth/require-sign-in.ts'
import type { Sessions } from '#server/auth/session.ts'
import { answer } from '#server/http/http-error.ts'
import { jsonBody, sameOriginOnly, type At, type Guarded } from '#server/http/guard.ts'
import { feedHeaders, feedResponse, type BeginStream } from './feed-response.ts'
import type { Feed } from './feed.ts'
import { readBeat, readTab, type Presence } from './presence.ts'

export interface FeedRouteDeps {
  readonly gate: Gate
  readonly feed: Feed
  readonly presence: Presence
  readonly sessions: Pick<Sessions, 'noteUse'>
  readonly liveRows: { snapshot(): Uint8Array }
  readonly inbox: { refresh(): Promise<void> }
  /** Records that a tablet opened a feed. */
  readonly trackDevice: (deviceId: string) => void
  /** Writes a feed to the HTTP server's own response; by default a platform stream is used. */
  readonly answerFeed?: ((begin: BeginStream, wire: unknown) => Response) | undefined
}

/** Loads changes by other servers before it answers, because the tablet may have acted there. */
export const afterPeerChanges =
  (inbox: FeedRouteDeps['inbox']): MiddlewareHandler<Guarded> =>
  async (_c, next) => {
    await inbox.refresh()
    await next()
  }

/** Routes for the feed of a tablet and for its presence beat. */
export function feedRoutes(at: At, deps: FeedRouteDeps): void {
  const { gate, feed, liveRows, inbox, presence, sessions, trackDevice, answerFeed } = deps
  const open: Handler<Guarded> = (c) => {
    if (c.req.method === 'HEAD') return new Response(null, { headers: feedHeaders })
    const { id } = tabletOf(c)
    trackDevice(id)
    const begin: BeginStream = (line) => feed.open(id, line, liveRows.snapshot())
    return answerFeed?.(begin, c.env) ?? feedResponse(begin, c.req.raw.signal)
  }
  at(feedPath, { GET: [gate.enrolledOnly, afterPeerChanges(inbox), open] })

  const beat: Handler<Guarded> = async (c) => {
    const state = readBeat(c.var.body())
    presence.beat(tabletOf(c).id, state, readTab(c.var.body()))
    if (state.touched) await sessions.noteUse(senderOf(c).cookie)
    return answer(200, { data: null })
  }
  at(presenceEndpoint.path, { POST: [sameOriginOnly, jsonBody, gate.enrolledOnly, beat] })
}
