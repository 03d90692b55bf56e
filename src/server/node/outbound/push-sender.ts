import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP } from 'node:net'
import webPush from 'web-push'
import { PushRefused, type AlertsOutside, type PushRequest } from '#server/alerts/outside.ts'
import { trustedProxies } from '#server/node/http/node-request-context.ts'
import { findAddresses, isPublicAddress, lookupOf, type FoundAddress } from './addresses.ts'

type PushOutside = Pick<AlertsOutside, 'makePushKeys' | 'allowsEndpoint' | 'sendPush'>

/**
 * Sends Web Push. The address of a push service comes from a browser, so it must be https at a public address: it is
 * resolved and checked each time, and the checked address is connected to. `allow` are addresses and ranges that are
 * allowed besides, by http too.
 */
export function createPushSender(allow: readonly string[]): PushOutside {
  const isAllowed = trustedProxies(allow)

  const mayConnect = (address: string, isHttps: boolean): boolean =>
    isAllowed(address) || (isHttps && isPublicAddress(address))

  async function addressesOf({ protocol, hostname }: URL): Promise<readonly FoundAddress[]> {
    const found = await findAddresses(hostname.replace(/^\[|\]$/g, ''))
    const checked = found.filter(({ address }) => mayConnect(address, protocol === 'https:'))
    if (found.length === 0) throw new Error('The push service is not found.')
    if (checked.length === 0) throw new PushRefused('The push service is at no public address.')
    return checked
  }

  return {
    makePushKeys: () => webPush.generateVAPIDKeys(),
    allowsEndpoint({ protocol, hostname }) {
      const host = hostname.replace(/^\[|\]$/g, '')
      const isHttps = protocol === 'https:'
      if (!isHttps && (protocol !== 'http:' || allow.length === 0)) return false
      // A name is checked each time that it is connected to.
      return isIP(host) === 0 ? host !== '' : mayConnect(host, isHttps)
    },
    async sendPush(request, signal) {
      const url = new URL(request.endpoint)
      const details = encrypt(request)
      const addresses = await addressesOf(url)
      return post(url, details, addresses, signal)
    },
  }
}

interface Details {
  readonly headers: Readonly<Record<string, string | number>>
  readonly body: Buffer
}

/** Encrypts the payload for the phone (RFC 8291), and signs who sends it (RFC 8292). @throws {PushRefused} */
function encrypt({ endpoint, keys, payload, ttl, urgency, topic, vapid }: PushRequest): Details {
  try {
    const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { ...keys } }, payload, {
      vapidDetails: { ...vapid },
      TTL: ttl,
      urgency,
      topic,
      contentEncoding: 'aes128gcm',
    })
    return { headers: headers as Details['headers'], body: body ?? Buffer.alloc(0) } // Its headers are plain.
  } catch {
    // Its messages would quote the phone's keys.
    throw new PushRefused('The keys of the phone cannot be used.')
  }
}

/** @returns the status; the rest of an answer is not read. Redirects are not followed: they could lead anywhere. */
function post(
  url: URL,
  { headers, body }: Details,
  addresses: readonly FoundAddress[],
  signal: AbortSignal,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest
    const outgoing = send(url, { method: 'POST', headers, agent: false, signal, lookup: lookupOf(addresses) })
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      reject(new Error(`The push service cannot be reached (${error.code ?? error.name}).`))
    })
    outgoing.once('close', () => reject(new Error('The push service closed the connection.')))
    outgoing.once('response', (incoming) => {
      resolve(incoming.statusCode ?? 0)
      // One that never ends would hold its connection.
      incoming.on('error', () => undefined).destroy()
    })
    outgoing.end(body)
  })
}
