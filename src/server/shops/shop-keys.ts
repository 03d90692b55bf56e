import * as z from 'zod/mini'
import { OptionalText, Text } from '#contract/plain.ts'
import { fromBase64, toBase64 } from '#server/runtime/base64.ts'
import type { RandomBytes } from '#server/runtime/credentials.ts'
import { changeSetting } from '#server/storage/setting-store.ts'
import type { LogEntry, SettingStore } from '#server/storage/store.ts'

/** The platform's encryption. */
export type KeyCrypto = Pick<SubtleCrypto, 'digest' | 'importKey' | 'encrypt' | 'decrypt'>

export interface ShopKeysDeps {
  readonly store: SettingStore
  readonly subtle: KeyCrypto
  readonly randomBytes: RandomBytes
  /** `OTHER_DESKS_SECRET`, which encrypts the keys in the store; without it they stand there as they are. */
  readonly secret: string | undefined
}

/** The keys with which this desk reads others, by their addresses. Changes by other servers are visible at once. */
export interface ShopKeys {
  /** The desks that have a key. */
  desks(): Promise<ReadonlySet<string>>
  /** @returns undefined for a desk without a key. Its `key` is undefined if it cannot be decrypted any more. */
  find(url: string): Promise<{ readonly key: string | undefined } | undefined>
  /** Stores a key, or removes it. `desks` are the addresses whose keys are kept; all others go. */
  save(url: string, key: string | null, desks: readonly string[], entry: LogEntry): Promise<void>
}

const settingName = 'shop-keys'

/** `key` in plain text, or in base64 encrypted under `iv`. */
const StoredKeys = z.record(z.string(), z.object({ key: Text, iv: OptionalText }))
type StoredKeys = Readonly<Record<string, z.infer<typeof StoredKeys>[string]>>

function keysIn(stored: unknown): StoredKeys {
  const parsed = z.safeParse(StoredKeys, stored)
  return parsed.success ? parsed.data : {}
}

export function createShopKeys({ store, subtle, randomBytes, secret }: ShopKeysDeps): ShopKeys {
  const box = createBox(subtle, randomBytes, secret)

  const stored = async (): Promise<StoredKeys> => keysIn((await store.readSetting(settingName))?.value)

  return {
    desks: async () => new Set(Object.keys(await stored())),
    async find(url) {
      const found = new Map(Object.entries(await stored())).get(url)
      return found && { key: found.iv === undefined ? found.key : await box.open(found.key, found.iv, url) }
    },
    async save(url, key, desks, entry) {
      const added = key === null ? {} : { [url]: await box.close(key, url) }
      const next = (before: unknown): StoredKeys => {
        const others = Object.entries(keysIn(before)).filter(([each]) => each !== url && desks.includes(each))
        return { ...Object.fromEntries(others), ...added }
      }
      await changeSetting(store, settingName, next, () => entry)
    },
  }
}

const text = new TextEncoder()

/** AES-256-GCM under the hash of a secret. The desk's address is bound to its key, so that two keys cannot be swapped. */
function createBox(subtle: KeyCrypto, randomBytes: RandomBytes, secret: string | undefined) {
  const algorithm = (iv: Uint8Array<ArrayBuffer>, url: string) => ({
    name: 'AES-GCM',
    iv,
    additionalData: text.encode(url),
  })
  let made: Promise<CryptoKey> | undefined
  const cipher = (of: string) =>
    (made ??= subtle
      .digest('SHA-256', text.encode(`shop-keys ${of}`))
      .then((hash) => subtle.importKey('raw', hash, 'AES-GCM', false, ['encrypt', 'decrypt'])))
  return {
    async close(key: string, url: string): Promise<StoredKeys[string]> {
      if (secret === undefined) return { key }
      const iv = Uint8Array.from(randomBytes(12))
      const sealed = await subtle.encrypt(algorithm(iv, url), await cipher(secret), text.encode(key))
      return { key: toBase64(new Uint8Array(sealed)), iv: toBase64(iv) }
    },
    /** @returns undefined under another secret. */
    async open(key: string, iv: string, url: string): Promise<string | undefined> {
      if (secret === undefined) return undefined
      try {
        const opened = await subtle.decrypt(algorithm(fromBase64(iv), url), await cipher(secret), fromBase64(key))
        return new TextDecoder().decode(opened)
      } catch {
        return undefined
      }
    },
  }
}
