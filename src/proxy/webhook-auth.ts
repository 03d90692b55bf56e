/** How whoever sends the webhook proves who it is; unspecified: the service shows none, so the shop chooses. */
export const webhookModes = ['bearer', 'basic', 'path', 'hmac'] as const
export type WebhookMode = (typeof webhookModes)[number]

export interface WebhookAuthParts {
  readonly mode: WebhookMode
  /** Without one nobody is let in. */
  readonly secret: string | undefined
  readonly subtle: Pick<SubtleCrypto, 'digest' | 'importKey' | 'sign'>
}

/** What a notification shows for its proof. */
interface WebhookProof {
  readonly authorization: string | null
  readonly signature: string | null
  /** The last part of the address, in `path` mode. */
  readonly pathSecret: string | undefined
  /** As it came over the wire, to the byte. */
  readonly body: Uint8Array<ArrayBuffer>
}

export type WebhookAuth = (proof: WebhookProof) => Promise<boolean>

const text = new TextEncoder()

/** Tells whether a notification comes from the service; in constant time. */
export function createWebhookAuth({ mode, secret, subtle }: WebhookAuthParts): WebhookAuth {
  /** Digests have one length and no order, so that comparing them tells nothing of what was digested. */
  async function isSame(given: string, expected: string): Promise<boolean> {
    const [one, other] = await Promise.all([given, expected].map((each) => subtle.digest('SHA-256', text.encode(each))))
    const right = new Uint8Array(other ?? new ArrayBuffer())
    return (
      new Uint8Array(one ?? new ArrayBuffer()).reduce((differs, byte, at) => differs | (byte ^ (right[at] ?? 0)), 0) ===
      0
    )
  }

  async function signatureOf(body: Uint8Array<ArrayBuffer>, key: string): Promise<string> {
    const imported = await subtle.importKey('raw', text.encode(key), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
    const signature = new Uint8Array(await subtle.sign('HMAC', imported, body))
    return `sha256=${Array.from(signature, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
  }

  return async ({ authorization, signature, pathSecret, body }) => {
    if (secret === undefined) return false
    switch (mode) {
      case 'bearer':
        return isSame(authorization ?? '', `Bearer ${secret}`)
      case 'basic':
        return isSame(authorization ?? '', `Basic ${base64(`webhook:${secret}`)}`)
      case 'path':
        return isSame(pathSecret ?? '', secret)
      case 'hmac':
        return isSame(signature?.toLowerCase() ?? '', await signatureOf(body, secret))
    }
  }
}

const base64 = (value: string): string => btoa(String.fromCharCode(...text.encode(value)))
