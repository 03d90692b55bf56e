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

/** What was written, if anything was, and the revision of the setting then. */
export interface Changed<Value> {
  readonly value: Value
  readonly revision: number
}

/**
 * Writes what `next` makes of a setting; again, of what another server wrote in between. `next` returns undefined if
 * nothing is to be written.
 * @throws {StoreUnavailable}
 */
export async function changeSetting<Value>(
  store: SettingStore,
  name: string,
  next: (stored: unknown) => Value,
  entry?: (value: Value) => LogEntry | undefined,
): Promise<Changed<Value>> {
  for (;;) {
    const stored = await store.readSetting(name)
    const before = stored?.revision ?? 0
    const value = next(stored?.value)
    if (value === undefined) return { value, revision: before }
    if (await store.saveSetting(name, value, before, entry?.(value))) return { value, revision: before + 1 }
  }
}
