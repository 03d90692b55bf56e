import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { addressMatcher } from '#server/node/config/address-ranges.ts'
import { checkAddresses, hostOf, lookupOf, mayConnect, spelledAddresses, type FoundAddress } from './addresses.ts'

/** An address that somebody outside named: a browser's push service, or the receiver of a webhook. */
interface PostRequest {
  readonly url: URL
  readonly headers: Readonly<Record<string, string | number>>
  readonly body: Buffer | string
}

interface PostAnswer {
  readonly status: number
  readonly retryAfter: string | null
}

/** Why nothing was sent. The message names no address, which may be a secret. */
export class NotPosted extends Error {
  readonly because: 'not_found' | 'not_public' | 'unreachable'
  constructor(because: NotPosted['because'], detail: string) {
    super(detail)
    this.because = because
  }
}

export interface CheckedPost {
  /** Whether an address may be posted to, as far as itself tells: a name is checked each time that it is connected to. */
  allows(url: URL): boolean
  /** @returns the answer, but for its body, which is not read. @throws {NotPosted} */
  post(request: PostRequest, signal: AbortSignal): Promise<PostAnswer>
}

/**
 * Posts to public addresses by https. A name is resolved and checked each time, and the checked address is connected to,
 * so that a name which changes its address meanwhile leads nowhere. Redirects are not followed: they could lead anywhere.
 * `allow` are addresses and ranges that are allowed besides, by http too.
 */
export function createCheckedPost(allow: readonly string[]): CheckedPost {
  const isAllowed = addressMatcher(allow)

  async function addressesOf(url: URL): Promise<readonly FoundAddress[]> {
    const { found, checked } = await checkAddresses(url, isAllowed)
    if (found.length === 0) throw new NotPosted('not_found', 'is not found')
    if (checked.length === 0) throw new NotPosted('not_public', 'is at no public address')
    return checked
  }

  return {
    allows(url) {
      const host = hostOf(url)
      const isHttps = url.protocol === 'https:'
      if (!isHttps && (url.protocol !== 'http:' || allow.length === 0)) return false
      const spelled = spelledAddresses(host)
      return spelled ? spelled.some((address) => mayConnect(address, url, isAllowed)) : host !== ''
    },
    post: async (request, signal) => postTo(await addressesOf(request.url), request, signal),
  }
}

/** Answers of 1xx, which cost time as long as they come. */
const interimAtMost = 10

function postTo(
  addresses: readonly FoundAddress[],
  { url, headers, body }: PostRequest,
  signal: AbortSignal,
): Promise<PostAnswer> {
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest
    const outgoing = send(url, { method: 'POST', headers, agent: false, signal, lookup: lookupOf(addresses) })
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      reject(new NotPosted('unreachable', `cannot be reached (${error.code ?? error.name})`))
    })
    outgoing.once('close', () => reject(new NotPosted('unreachable', 'closed the connection')))
    let interim = 0
    outgoing.on('information', () => {
      interim += 1
      if (interim > interimAtMost) outgoing.destroy()
    })
    outgoing.once('response', (incoming) => {
      resolve({ status: incoming.statusCode ?? 0, retryAfter: incoming.headers['retry-after'] ?? null })
      // One that never ends would hold its connection.
      incoming.on('error', () => undefined).destroy()
    })
    outgoing.end(body)
  })
}
