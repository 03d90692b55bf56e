import type { WebhookMode } from '#contract/desk/webhook.ts'
import { toBase64 } from '#server/runtime/base64.ts'
import type { Sha256 } from '#server/runtime/credentials.ts'

/** What a desk uses of the platform's cryptography. */
export type WebCrypto = Pick<SubtleCrypto, 'digest' | 'importKey' | 'sign'>

export interface WebhookAuthDeps {
  readonly mode: WebhookMode
  /** Without a secret, every notification is refused. */
  readonly secret: string | undefined
  readonly subtle: WebCrypto
}

/** The parts of a request that may prove its sender. */
interface WebhookProof {
  readonly authorization: string | null
  readonly signature: string | null
  /** The last path segment, in `path` mode. */
  readonly pathSecret: string | undefined
  /** The raw bytes as received. */
  readonly body: Uint8Array<ArrayBuffer>
}

export type WebhookAuth = (proof: WebhookProof) => Promise<boolean>

/** The header that holds the proof; in `path` mode the last path segment does. */
export const proofHeader: Readonly<Record<WebhookMode, 'Authorization' | 'X-Webhook-Signature' | undefined>> = {
  bearer: 'Authorization',
  basic: 'Authorization',
  path: undefined,
  hmac: 'X-Webhook-Signature',
}

/** The form of that proof for people; names the secret without showing it. */
export const proofShape: Readonly<Record<WebhookMode, string>> = {
  bearer: 'Bearer WEBHOOK_SECRET',
  basic: 'Basic base64("webhook:WEBHOOK_SECRET")',
  path: 'WEBHOOK_SECRET',
  hmac: 'sha256=hex(HMAC-SHA256(WEBHOOK_SECRET, body))',
}

const text = new TextEncoder()

/** The proof that a body comes from a sender with the secret. */
export async function proofOf(
  body: Uint8Array<ArrayBuffer>,
  secret: string,
  { mode, subtle }: Pick<WebhookAuthDeps, 'mode' | 'subtle'>,
): Promise<string> {
  switch (mode) {
    case 'bearer':
      return `Bearer ${secret}`
    case 'basic':
      return `Basic ${toBase64(text.encode(`webhook:${secret}`))}`
    case 'path':
      return secret
    case 'hmac':
      return `sha256=${await hmacOf(body, secret, subtle)}`
  }
}

/** RFC 9110 allows a scheme in any case, followed by any number of spaces. */
const schemes: Readonly<Record<string, string>> = { bearer: 'Bearer ', basic: 'Basic ' }

/** Checks in constant time whether a notification comes from the service. */
export function createWebhookAuth(deps: WebhookAuthDeps & { readonly sha256: Sha256 }): WebhookAuth {
  const { mode, secret, subtle, sha256 } = deps
  let known: string | undefined

  /** The digest of the expected proof; computed once unless it depends on the body. */
  async function digestOfProof(body: Uint8Array<ArrayBuffer>, own: string): Promise<string> {
    if (known !== undefined) return known
    const digest = await sha256(await proofOf(body, own, { mode, subtle }))
    if (mode !== 'hmac') known = digest
    return digest
  }

  return async ({ authorization, signature, pathSecret, body }) => {
    if (secret === undefined) return false
    const shown = authorization?.replace(/^(?:bearer|basic) +/i, (scheme) => schemes[scheme.trim().toLowerCase()] ?? '')
    const given = { bearer: shown, basic: shown, path: pathSecret, hmac: signature?.toLowerCase() }
    return isSame(await sha256(given[mode] ?? ''), await digestOfProof(body, secret))
  }
}

/** Comparing digests reveals nothing about their texts. */
function isSame(one: string, other: string): boolean {
  let difference = one.length ^ other.length
  for (let at = 0; at < one.length; at += 1) difference |= one.charCodeAt(at) ^ other.charCodeAt(at)
  return difference === 0
}

async function hmacOf(body: Uint8Array<ArrayBuffer>, key: string, subtle: WebCrypto): Promise<string> {
  const imported = await subtle.importKey('raw', text.encode(key), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  const signature = new Uint8Array(await subtle.sign('HMAC', imported, body))
  return Array.from(signature, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
