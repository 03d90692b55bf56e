import type { SendToSelf } from '#server/notifications/webhook-check.ts'
import { handshakeLimitMs } from '#server/vendor/timeouts.ts'
import type { SendToVendor } from '#server/vendor/vendor-transport.ts'
import { overOwnConnection } from './own-connection.ts'
import { createWarmConnections, GivenUp } from './warm-connections.ts'
import { setDefaultAutoSelectFamilyAttemptTimeout } from 'node:net'

/**
 * The way to the vendor over the network. What only reads goes over a warm line; an action never does: one that the
 * vendor has just given up would lose its answer. The platform's `fetch` adds headers, follows redirects of a POST and
 * costs five times as much at the 99th percentile; these send what they were given and no more.
 */
export function createUpstream(): SendToVendor {
  const overWarmLine = createWarmConnections()
  return async (request, signal) => {
    if (request.method !== 'GET') return overOwnConnection(request, signal)
    return overWarmLine(request, signal).catch((error: unknown) => {
      if (error instanceof GivenUp) return overOwnConnection(request, signal)
      throw error
    })
  }
}

/**
 * For every line that is opened from now on: to the service, to the database, to whoever else. Node goes on to a name's
 * next address after 250 ms: where that is of the version that this machine has not, no slower line would come about.
 */
export const allowSlowHandshakes = (): void => setDefaultAutoSelectFamilyAttemptTimeout(handshakeLimitMs)

/** Over the network, as anybody's request would come. A redirect is an answer: the service may not follow it either. */
export const sendOverNetwork: SendToSelf = (request) => fetch(request, { redirect: 'manual' })
