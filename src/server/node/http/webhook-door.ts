import type { IncomingMessage, ServerResponse } from 'node:http'
import { heard, webhookLimitBytes, type WebhookResult } from '#server/notifications/webhook.ts'
import { plainAnswer, type PlainAnswer, type PlainDoor, type PlainDoorParts } from './plain-door.ts'
import { plainHostOf } from './node-request-context.ts'

/** The door of notifications. */
export function createWebhookDoor({ publicOrigin, hosts, indoors }: PlainDoorParts): PlainDoor {
  const answers = new Map<string, Promise<PlainAnswer>>()

  /** The answer, made once for each result and host: of all requests alike. */
  function answerTo(result: WebhookResult, host: string): Promise<PlainAnswer> {
    const key = `${result} ${host}`
    const known = answers.get(key)
    if (known) return known
    const made = plainAnswer(heard(result), publicOrigin, host)
    answers.set(key, made)
    return made
  }

  async function take(incoming: IncomingMessage, outgoing: ServerResponse, host: string, path: string): Promise<void> {
    const body = await bodyOf(incoming)
    if (!body) return
    const { headers } = incoming
    const notification = {
      authorization: headers.authorization ?? null,
      signature: oneOf(headers['x-webhook-signature']),
      pathSecret: path.slice(address.length).replaceAll('/', '') || undefined,
      contentType: headers['content-type'] ?? null,
      body,
    }
    const { status, head, text } = await indoors.hear(notification).then(
      (result) => answerTo(result, host),
      (error: Error) => plainAnswer(indoors.refuse(error), publicOrigin, host),
    )
    outgoing.writeHead(status, head).end(text)
  }

  return (incoming, outgoing) => {
    const { url = '' } = incoming
    const host = plainHostOf(incoming)
    if (!plainAddress.test(url) || !hosts.includes(host) || !isPlain(incoming)) return false
    void take(incoming, outgoing, host, url)
    return true
  }
}

const address = '/webhooks/orders'
/** A secret is in it as it is, or not here; a trailing slash is no matter. */
const plainAddress = /^\/webhooks\/orders(?:\/[\w-]+)?\/?$/
/** What is only ever right in a request that all of the guards have looked at. */
const unusual = ['cookie', 'content-encoding', 'transfer-encoding', 'expect', 'upgrade']

function isPlain({ method, headers, rawHeaders }: IncomingMessage): boolean {
  if (method !== 'POST' || !(Number(headers['content-length'] ?? Number.NaN) <= webhookLimitBytes)) return false
  const proofs = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'authorization')
  return proofs.length <= 1 && !unusual.some((name) => headers[name] !== undefined)
}

/** All of the body; nothing where the sender left before its end, and waits for no answer. */
const bodyOf = (incoming: IncomingMessage): Promise<Uint8Array<ArrayBuffer> | undefined> =>
  new Promise((resolve) => {
    const parts: Buffer<ArrayBuffer>[] = []
    incoming.on('data', (part: Buffer<ArrayBuffer>) => parts.push(part))
    incoming.once('end', () => resolve(parts.length === 1 ? parts[0] : Buffer.concat(parts)))
    incoming.once('error', () => resolve(undefined))
    incoming.once('close', () => resolve(undefined))
  })

const oneOf = (value: string | readonly string[] | undefined): string | null =>
  typeof value === 'string' ? value : (value?.join(', ') ?? null)
