import type { LogEntry } from './order-store.ts'

/** A setting of the shop: JSON by name. */
export interface Setting {
  readonly value: unknown
  /** 1 for the first value, and one more with each change. */
  readonly revision: number
}

/** What the shop has set for all its servers. Changes by other servers are visible at once. */
export interface SettingStore {
  readSetting(name: string): Promise<Setting | undefined>
  /**
   * Writes a setting as the revision after `before`, which is 0 for a new one.
   * @returns false, with nothing written, if another server wrote it in between.
   */
  saveSetting(name: string, value: unknown, before: number, entry?: LogEntry): Promise<boolean>
}
