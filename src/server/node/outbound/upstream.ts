import type { SendToSelf } from '#server/notifications/webhook-check.ts'
import { handshakeLimitMs } from '#server/vendor/timeouts.ts'
import type { SendToVendor } from '#server/vendor/vendor-transport.ts'
import { overOwnConnection } from './own-connection.ts'
import { createWarmConnections, GivenUp } from './warm-connections.ts'
import { setDefaultAutoSelectFamilyAttemptTimeout } from 'node:net'

/**
 * Sends requests to the vendor over the network. Reads use a kept-alive connection; an action never does, because one
 * that the vendor has just closed would lose its answer. The platform's `fetch` adds headers, follows redirects of a
 * POST and costs five times as much at the 99th percentile; this sends exactly what it is given.
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
 * For every later connection: to the vendor, the database and others. Node tries a name's next address after 250 ms: if
 * this machine lacks that IP version, a slow connection would never be established.
 */
export const allowSlowHandshakes = (): void => setDefaultAutoSelectFamilyAttemptTimeout(handshakeLimitMs)

/**
 * Sends over the network, as any client would. A redirect counts as the answer, because the vendor may not follow it
 * either.
 */
export const sendOverNetwork: SendToSelf = (request) => fetch(request, { redirect: 'manual' })
