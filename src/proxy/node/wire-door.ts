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
  /** The browser's own word and the page's origin: whichever comes must say so, and without either nothing proves it. */
  const isSameOrigin = ({ 'sec-fetch-site': site, origin }: IncomingMessage['headers']): boolean =>
    (site ?? 'same-origin') === 'same-origin' && (origin === undefined ? site !== undefined : origins.includes(origin))
  return (_request, wire) => {
    const { incoming } = wire as HttpBindings
    const { headers, socket } = incoming
    const forwardedFor = headers['x-forwarded-for']
    const hops = typeof forwardedFor === 'string' ? forwardedFor : undefined
    const isNear = isOnThisMachine(socket.remoteAddress, headers)
    return {
      host: hostOf(incoming),
      isSameOrigin: isSameOrigin(headers),
      cookie: headers.cookie,
      peer: peerOf(socket.remoteAddress, hops, isOurProxy),
      isOnThisMachine: isNear,
      isInside:
        isNear ||
        ((hops !== undefined || !isForwarded(headers)) && isTrustedAllTheWay(socket.remoteAddress, hops, isOurProxy)),
    }
  }
}

/** The host that is asked for, with its port; none, where the target is a whole address and says another than the header. */
export function hostOf({ url = '', headers }: IncomingMessage): string {
  const host = headers.host?.toLowerCase() ?? ''
  if (url.startsWith('/')) return host
  return URL.canParse(url) && new URL(url).host === host ? host : ''
}
