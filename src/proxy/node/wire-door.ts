import type { HttpBindings } from '@hono/node-server'
import type { IncomingMessage } from 'node:http'
import type { Door } from '../door.ts'
import { isForwarded, isOnThisMachine } from '../people-practice.ts'
import { isTrustedAllTheWay, peerOf, trustedProxies } from './trust-proxy.ts'

/**
 * Reads who is asking from the connection and its headers. `origins` are ours, to the letter; `proxies` are the
 * addresses whose word on where a request came from counts.
 */
export function wireDoor(origins: readonly string[], proxies: readonly string[] = []): Door {
  const isOurProxy = trustedProxies(proxies)
  return (_request, wire) => {
    const { incoming } = wire as HttpBindings
    const { headers, socket } = incoming
    const site = headers['sec-fetch-site']
    const forwardedFor = headers['x-forwarded-for']
    const hops = typeof forwardedFor === 'string' ? forwardedFor : undefined
    const isNear = isOnThisMachine(socket.remoteAddress, headers)
    return {
      host: hostOf(incoming),
      // The browser's own word where it gives one; else the page's origin; without either, nothing proves it.
      isSameOrigin: site === undefined ? origins.includes(headers.origin ?? '') : site === 'same-origin',
      cookie: headers.cookie,
      peer: peerOf(socket.remoteAddress, hops, isOurProxy),
      isOnThisMachine: isNear,
      isInside:
        isNear ||
        ((hops !== undefined || !isForwarded(headers)) && isTrustedAllTheWay(socket.remoteAddress, hops, isOurProxy)),
    }
  }
}

/** The host that is asked for; none, where the target is a whole address and says another than the header. */
function hostOf({ url = '', headers }: IncomingMessage): string {
  const host = headers.host?.toLowerCase() ?? ''
  if (url.startsWith('/')) return host
  return URL.canParse(url) && new URL(url).host === host ? host : ''
}
