import { createHash, createHmac } from 'node:crypto'
import type { WebCrypto } from '#server/notifications/webhook-auth.ts'
import type { KeyCrypto } from '#server/shops/shop-keys.ts'

const bytesOf = (data: BufferSource): Uint8Array =>
  data instanceof ArrayBuffer ? new Uint8Array(data) : new Uint8Array(data.buffer, data.byteOffset, data.byteLength)

const aesKey = (key: BufferSource) => crypto.subtle.importKey('raw', key, 'AES-GCM', false, ['encrypt', 'decrypt'])

/** HMAC and SHA-256 within a turn of the event loop: a result from a worker thread comes too late on a frozen clock. */
export const promptCrypto = {
  digest: async (_algorithm: AlgorithmIdentifier, data: BufferSource) =>
    Uint8Array.from(createHash('sha256').update(bytesOf(data)).digest()).buffer,
  importKey: async (_format: string, key: BufferSource) => key,
  sign: async (_algorithm: AlgorithmIdentifier, key: BufferSource, data: BufferSource) =>
    Uint8Array.from(createHmac('sha256', bytesOf(key)).update(bytesOf(data)).digest()).buffer,
  // Nothing with a frozen clock waits for these.
  encrypt: async (algorithm: AesGcmParams, key: BufferSource, data: BufferSource) =>
    crypto.subtle.encrypt(algorithm, await aesKey(key), data),
  decrypt: async (algorithm: AesGcmParams, key: BufferSource, data: BufferSource) =>
    crypto.subtle.decrypt(algorithm, await aesKey(key), data),
} as unknown as WebCrypto & KeyCrypto // A key is its bytes here.
