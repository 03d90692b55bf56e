import type { ApiScope } from '#contract/desk/api-keys.ts'
import type { LogEntry } from './order-store.ts'

/** A key of another program. */
export interface ApiKeyRecord {
  readonly id: string
  readonly name: string
  readonly scopes: readonly ApiScope[]
  /** SHA-256 of the key in base64url; only the program has the key itself. */
  readonly keyHash: string
  readonly createdAt: number
  /** The name of the manager who created it; null for the `desk` command. */
  readonly createdBy: string | null
  /** Null if it was never used. */
  readonly lastUsedAt: number | null
}

/** The keys of other programs. Changes by other processes are visible at once. */
export interface ApiKeyStore {
  /** Oldest first. */
  apiKeys(): Promise<readonly ApiKeyRecord[]>
  findApiKey(keyHash: string): Promise<ApiKeyRecord | undefined>
  /** @returns false if the name is taken; ignores case. */
  addApiKey(key: ApiKeyRecord, entry?: LogEntry): Promise<boolean>
  /** Records use. Replaces a time more than a minute ahead, because the clock was set back since. */
  touchApiKey(id: string, at: number): Promise<void>
  /** @returns whether it existed. */
  removeApiKey(id: string, entry?: LogEntry): Promise<boolean>
}
