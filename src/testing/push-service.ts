import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify, type ECDH } from 'node:crypto'
import type { PushMessage } from '#contract/desk/alerts.ts'

// A push service and its phones, written after the standards and without the library that the server uses: messages are
// decrypted (RFC 8188, RFC 8291) and their sender's signature is checked (RFC 8292).

/** A message as it came for a phone. */
interface PushedMessage {
  readonly phone: string
  readonly message: PushMessage
  readonly ttl: number
  readonly urgency: string
  readonly topic: string
}

export interface PushService {
  /** Subscribes a phone: what a browser would send to the server, which had shown its public key. */
  subscribe(phone: string, origin: string, language?: string): PushedSubscription
  /** Takes a request; `url` is whole. @returns the status to answer with. */
  take(url: string, headers: Headers, body: Uint8Array): number
  /** Everything that came, oldest first. */
  readonly received: PushedMessage[]
  /** What each phone's next requests are answered with; 201 if there is nothing. */
  readonly statuses: Map<string, number>
  /** The key of the server whose messages are taken, in base64url. */
  serverKey: string
}

interface PushedSubscription {
  readonly endpoint: string
  readonly keys: { readonly p256dh: string; readonly auth: string }
  readonly language: string
}

interface Keys {
  readonly ecdh: ECDH
  readonly auth: Buffer
}

/** `now` is in milliseconds since 1970. */
export function createPushService(now: () => number = Date.now): PushService {
  const phones = new Map<string, Keys>()
  const received: PushedMessage[] = []
  const service: PushService = {
    received,
    statuses: new Map(),
    serverKey: '',
    subscribe(phone, origin, language = 'en') {
      const ecdh = createECDH('prime256v1')
      ecdh.generateKeys()
      const keys = { ecdh, auth: randomBytes(16) }
      phones.set(phone, keys)
      return {
        endpoint: `${origin}/push/${phone}`,
        keys: { p256dh: ecdh.getPublicKey('base64url'), auth: keys.auth.toString('base64url') },
        language,
      }
    },
    take(url, headers, body) {
      const phone = new URL(url).pathname.split('/').at(-1) ?? ''
      const keys = phones.get(phone)
      if (!keys) return 404
      if (
        !isSigned(headers.get('Authorization') ?? '', {
          audience: new URL(url).origin,
          key: service.serverKey,
          now: now(),
        })
      )
        return 403
      const ttl = headers.get('TTL') ?? ''
      if (headers.get('Content-Encoding') !== 'aes128gcm' || !/^\d+$/.test(ttl)) return 400
      const status = service.statuses.get(phone) ?? 201
      if (status !== 201) return status
      const message = JSON.parse(decrypt(Buffer.from(body), keys)) as PushMessage // As the contract says.
      const topic = headers.get('Topic') ?? ''
      received.push({ phone, message, ttl: Number(ttl), urgency: headers.get('Urgency') ?? '', topic })
      return status
    },
  }
  return service
}

/** Decrypts a message of one record (RFC 8188), with the key of RFC 8291, section 3.4. */
function decrypt(message: Buffer, { ecdh, auth }: Keys): string {
  const salt = message.subarray(0, 16)
  const idLength = message.readUInt8(20)
  const sender = message.subarray(21, 21 + idLength)
  const record = message.subarray(21 + idLength)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), sender])
  const secret = Buffer.from(hkdfSync('sha256', ecdh.computeSecret(sender), auth, info, 32))
  const key = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: aes128gcm\0', 16))
  const nonce = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: nonce\0', 12))
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  // The last record ends with 2, and then zeros.
  return padded.subarray(0, padded.lastIndexOf(2)).toString()
}

interface Expected {
  readonly audience: string
  readonly key: string
  readonly now: number
}

/** Whether a message is signed by that server for this push service, for at most a day (RFC 8292). */
function isSigned(authorization: string, { audience, key, now }: Expected): boolean {
  const [, token = '', shownKey] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  if (shownKey !== key || point.length !== 65) return false
  const x = point.subarray(1, 33).toString('base64url')
  const y = point.subarray(33).toString('base64url')
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  const signed = Buffer.from(`${head}.${claims}`)
  const isTrue = verify(
    'sha256',
    signed,
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  const { alg } = JSON.parse(Buffer.from(head, 'base64url').toString()) as { readonly alg?: string }
  const {
    aud,
    exp = 0,
    sub = '',
  } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as {
    readonly aud?: string
    readonly exp?: number
    readonly sub?: string
  }
  const lastsMs = exp * 1000 - now
  const isInTime = lastsMs > 0 && lastsMs <= 24 * 60 * 60_000
  return isTrue && alg === 'ES256' && aud === audience && isInTime && /^(?:https:|mailto:)/.test(sub)
}
