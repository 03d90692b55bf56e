import { createHash, createHmac } from 'node:crypto'
import type { WebCrypto } from '#server/notifications/webhook-auth.ts'

const bytesOf = (data: BufferSource): Uint8Array =>
  data instanceof ArrayBuffer ? new Uint8Array(data) : new Uint8Array(data.buffer, data.byteOffset, data.byteLength)

/** HMAC and SHA-256 within a turn of the event loop: a result from a worker thread comes too late on a frozen clock. */
export const promptCrypto = {
  digest: async (_algorithm: AlgorithmIdentifier, data: BufferSource) =>
    Uint8Array.from(createHash('sha256').update(bytesOf(data)).digest()).buffer,
  importKey: async (_format: string, key: BufferSource) => key,
  sign: async (_algorithm: AlgorithmIdentifier, key: BufferSource, data: BufferSource) =>
    Uint8Array.from(createHmac('sha256', bytesOf(key)).update(bytesOf(data)).digest()).buffer,
} as unknown as WebCrypto // A key is its bytes here.
