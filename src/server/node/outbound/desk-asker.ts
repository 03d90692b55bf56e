import { type IncomingMessage, request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { addressMatcher } from '#server/node/config/address-ranges.ts'
import { type AskDesk, type DeskAnswer, DeskNotRead, summaryLimitBytes } from '#server/shops/shop-reader.ts'
import { checkAddresses, lookupOf, type FoundAddress } from './addresses.ts'

/**
 * Asks the desks of other shops. A desk's name may lead anywhere, so it must be https at a public address: it is resolved
 * and checked each time, and the checked address is connected to. `allow` are addresses and ranges that are allowed
 * besides, by http too. No redirect is followed, because the key would go along.
 */
export function createDeskAsker(allow: readonly string[]): AskDesk {
  const isAllowed = addressMatcher(allow)

  async function addressesOf(url: URL): Promise<readonly FoundAddress[]> {
    const { found, checked } = await checkAddresses(url, isAllowed)
    if (found.length === 0) throw new DeskNotRead('no_contact')
    if (checked.length === 0) throw new DeskNotRead(url.protocol === 'https:' ? 'not_allowed' : 'not_https')
    return checked
  }

  return async (url, key, signal) => get(url, key, await addressesOf(url), signal)
}

/** @throws {DeskNotRead} */
function get(url: URL, key: string, addresses: readonly FoundAddress[], signal: AbortSignal): Promise<DeskAnswer> {
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest
  const headers = { Authorization: `Bearer ${key}`, Accept: 'application/json', 'Accept-Encoding': 'identity' }
  return new Promise((resolve, reject) => {
    const fail = (problem: ConstructorParameters<typeof DeskNotRead>[0]) => reject(new DeskNotRead(problem))
    const outgoing = send(url, { method: 'GET', headers, agent: false, signal, lookup: lookupOf(addresses) })
    outgoing.on('error', (error: NodeJS.ErrnoException) => fail(problemOf(error)))
    outgoing.once('close', () => fail('no_contact'))
    outgoing.once('response', (incoming) => {
      const head = { status: incoming.statusCode ?? 0, retryAfter: incoming.headers['retry-after'] }
      if (head.status !== 200) {
        resolve({ ...head, text: '' })
        // One that never ends would hold its connection.
        incoming.on('error', () => undefined).destroy()
        return
      }
      textOf(incoming).then(
        (text) => (text === undefined ? fail('unreadable') : resolve({ ...head, text })),
        () => fail('no_contact'),
      )
    })
    outgoing.end()
  })
}

/** @returns undefined beyond the limit. @throws if the answer breaks off. */
async function textOf(incoming: IncomingMessage): Promise<string | undefined> {
  const parts: Buffer[] = []
  let bytes = 0
  // Leaving the loop also destroys the connection.
  for await (const part of incoming) {
    const buffer = part as Buffer // No text was asked for.
    bytes += buffer.byteLength
    if (bytes > summaryLimitBytes) return undefined
    parts.push(buffer)
  }
  return Buffer.concat(parts).toString()
}

/** What went wrong, by the system's error code: its message would contain the address. */
function problemOf({ code = '' }: NodeJS.ErrnoException) {
  if (/CERT|SELF_SIGNED|UNABLE_TO_/.test(code)) return 'bad_certificate'
  // The platform's HTTP parser.
  if (code.startsWith('HPE_')) return 'unreadable'
  // What answered does not speak TLS.
  return /^(?:EPROTO|ERR_SSL_)/.test(code) ? 'not_https' : 'no_contact'
}
