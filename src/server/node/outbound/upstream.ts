import type { SendToVendor } from '#server/vendor/vendor-transport.ts'
import { overOwnConnection } from './own-connection.ts'
import { createWarmConnections, GivenUp } from './warm-connections.ts'

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
