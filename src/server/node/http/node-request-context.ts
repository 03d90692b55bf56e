import { isForwarded, isOnThisMachine } from '#server/auth/staff.ts'
import type { ReadRequestContext } from '#server/http/request-context.ts'
import { addressMatcher } from '#server/node/config/address-ranges.ts'
import type { HttpBindings } from '@hono/node-server'
import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

/**
 * Where a request came from: the connection's address; or, if that is a trusted proxy, the nearest untrusted address
 * behind it. A client can write anything into `X-Forwarded-For`, but our proxies append to its end.
 */
export function peerOf(
  connection: string | undefined,
  forwardedFor: string | undefined,
  isOurProxy: (address: string) => boolean,
): string | undefined {
  let peer = plain(connection ?? '')
  for (const hop of (forwardedFor ?? '').split(',').toReversed()) {
    const address = plain(hop.trim())
    if (!isOurProxy(peer) || isIP(address) === 0) break
    peer = address
  }
  return peer === '' ? undefined : peer
}

/** Whether the whole chain of a request consists of trusted proxies. */
const isTrustedAllTheWay = (
  connection: string | undefined,
  forwardedFor: string | undefined,
  isOurProxy: (address: string) => boolean,
): boolean => [connection ?? '', ...(forwardedFor?.split(',') ?? [])].every((hop) => isOurProxy(plain(hop.trim())))

/** The same without the first address, which sent the request: all others are trusted proxies. */
const isThroughOurs = (
  connection: string | undefined,
  forwardedFor: string | undefined,
  isOurProxy: (address: string) => boolean,
): boolean => {
  const [, ...between] = forwardedFor?.split(',') ?? []
  return [connection ?? '', ...between].every((hop) => isOurProxy(plain(hop.trim())))
}

/** A dual-stack socket reports IPv4 addresses in IPv6 form. */
const plain = (address: string): string => address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '')

/**
 * Reads the sender from the connection and the headers. `origins` are ours, exactly; `proxies` are the addresses
 * trusted to state where a request came from, and for which host.
 */
export function nodeRequestContext(origins: readonly string[], proxies: readonly string[] = []): ReadRequestContext {
  const isOurProxy = addressMatcher(proxies)
  const spellings = new Map(origins.map((origin) => [withPort(origin), new URL(origin).host]))
  /** Checks the browser's header and the page's origin: each that is present must match, and one must be present. */
  const isSameOrigin = ({ 'sec-fetch-site': site, origin }: IncomingMessage['headers']): boolean =>
    (site ?? 'same-origin') === 'same-origin' && (origin === undefined ? site !== undefined : origins.includes(origin))
  return (_request, wire) => {
    const { incoming } = wire as HttpBindings
    const { headers, socket } = incoming
    const forwardedFor = headers['x-forwarded-for']
    const hops = typeof forwardedFor === 'string' ? forwardedFor : undefined
    const isNear = isOnThisMachine(socket.remoteAddress, headers)
    const forwarded = forwardedHost(incoming)
    const isTrusted = forwarded !== undefined && isThroughOurs(socket.remoteAddress, hops, isOurProxy)
    const host = isTrusted ? forwarded : hostOf(incoming)
    return {
      host: spellings.get(host) ?? host,
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

/** The requested host with its port; empty if an absolute target contradicts the header. */
function hostOf({ url = '', headers }: IncomingMessage): string {
  const host = headers.host?.toLowerCase() ?? ''
  if (url.startsWith('/')) return host
  const target = URL.parse(url)
  return target && target.host === URL.parse(`${target.protocol}//${host}`)?.host ? host : ''
}

/** The single host that a proxy forwards. */
function forwardedHost({ url = '', headers }: IncomingMessage): string | undefined {
  const forwarded = String(headers['x-forwarded-host'] ?? '').trim()
  return url.startsWith('/') && /^[^\s,]+$/.test(forwarded) ? forwarded.toLowerCase() : undefined
}

const portsByProtocol: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' }

/** An origin's host with its port, also if that is the default one. */
function withPort(origin: string): string {
  const { protocol, host, port } = new URL(origin)
  return port === '' ? `${host}:${portsByProtocol[protocol] ?? ''}` : host
}
