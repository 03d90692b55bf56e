import type { Handler } from 'hono'
import { feedPath } from '#contract/desk/feed.ts'
import { presence as presenceEndpoint } from '#contract/desk/presence.ts'
import { senderOf, tabletOf, type Gate } from '#server/auth/require-sign-in.ts'
import type { Sessions } from '#server/auth/session.ts'
import { answer } from '#server/http-error.ts'
import { jsonBody, sameOriginOnly, type At, type Guarded } from '#server/http/guard.ts'
import { feedHeaders, feedResponse, type BeginStream } from './feed-response.ts'
import type { Feed } from './feed.ts'
import { readBeat, readTab, type Presence } from './presence.ts'

export interface FeedRouteDeps {
  readonly gate: Gate
  readonly feed: Feed
  readonly presence: Presence
  readonly sessions: Pick<Sessions, 'noteUse'>
  /** Notes that a tablet has a feed open. */
  readonly trackDevice: (deviceId: string) => void
  /** Writes a feed to the listening server's own response; a stream of the platform, where it is left out. */
  readonly answerFeed?: ((begin: BeginStream, wire: unknown) => Response) | undefined
}

/** The feed of a tablet, and the beat by which it says that it is there. */
export function feedRoutes(at: At, { gate, feed, presence, sessions, trackDevice, answerFeed }: FeedRouteDeps): void {
  const open: Handler<Guarded> = (c) => {
    if (c.req.method === 'HEAD') return new Response(null, { headers: feedHeaders })
    const { id } = tabletOf(c)
    trackDevice(id)
    const begin: BeginStream = (line) => feed.open(id, line)
    return answerFeed?.(begin, c.env) ?? feedResponse(begin, c.req.raw.signal)
  }
  at(feedPath, { GET: [gate.enrolledOnly, open] })

  const beat: Handler<Guarded> = async (c) => {
    const state = readBeat(c.var.body())
    presence.beat(tabletOf(c).id, state, readTab(c.var.body()))
    if (state.touched) await sessions.noteUse(senderOf(c).cookie)
    return answer(200, { data: null })
  }
  at(presenceEndpoint.path, { POST: [sameOriginOnly, jsonBody, gate.enrolledOnly, beat] })
}
