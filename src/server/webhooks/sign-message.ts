import type { WebCrypto } from '#server/notifications/webhook-auth.ts'
import { fromBase64, toBase64 } from '#server/runtime/base64.ts'
import type { RandomBytes } from '#server/runtime/credentials.ts'

// How a message to another system proves its sender: Standard Webhooks (standardwebhooks.com), for webhooks and for the
// addresses of ALERT_URL.

export interface SignedMessage {
  /** The same with each try. */
  readonly id: string
  /** The very bytes that are sent, as text. */
  readonly body: string
  /** When it is sent, in milliseconds since 1970: receivers refuse an old one. */
  readonly at: number
}

/** The headers of a message, with a signature by each key. */
export async function signMessage(
  subtle: WebCrypto,
  keys: readonly Uint8Array<ArrayBuffer>[],
  { id, body, at }: SignedMessage,
): Promise<Readonly<Record<string, string>>> {
  const timestamp = String(Math.floor(at / 1000))
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`)
  const signatures = await Promise.all(keys.map(async (key) => `v1,${await hmacOf(subtle, key, signed)}`))
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}

async function hmacOf(
  subtle: WebCrypto,
  key: Uint8Array<ArrayBuffer>,
  signed: Uint8Array<ArrayBuffer>,
): Promise<string> {
  const imported = await subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  return toBase64(new Uint8Array(await subtle.sign('HMAC', imported, signed)))
}

const secretPrefix = 'whsec_'

/** A new secret of 256 bits, in the form in which receivers take it. */
export const newWebhookSecret = (randomBytes: RandomBytes): string => secretPrefix + toBase64(randomBytes(32))

/** The key in a secret. */
export const keyOfSecret = (secret: string): Uint8Array<ArrayBuffer> => fromBase64(secret.slice(secretPrefix.length))
