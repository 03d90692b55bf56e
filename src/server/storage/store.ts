import type { AlertStore } from './alert-store.ts'
import type { ApiKeyStore } from './api-key-store.ts'
import type { ActionStore, LogStore, OrderStore, UnconfirmedOrderStore } from './order-store.ts'
import type { PeopleStore, SharedStore } from './people-store.ts'
import type { PrinterStore } from './printer-store.ts'
import type { ReportStore } from './report-store.ts'
import type { SettingStore } from './setting-store.ts'
import type { WebhookStore } from './webhook-store.ts'

// Durable data. Timestamps are milliseconds since 1970 on our clock. Every promise of a store resolves when its change
// would survive a power cut, and rejects with StoreUnavailable if that failed. One test covers all three
// implementations: `store-memory.ts`, `node/storage/store-sqlite.ts` and `node/storage/store-postgres.ts`.

export * from './alert-store.ts'
export * from './api-key-store.ts'
export * from './order-store.ts'
export * from './people-store.ts'
export * from './printer-store.ts'
export * from './report-store.ts'
export * from './setting-store.ts'
export * from './webhook-store.ts'

/** The disk or the database cannot be used now. Nothing was stored, and nothing may be acknowledged. */
export class StoreUnavailable extends Error {}

/** Automatic copies of a store, in case it is damaged. */
export interface StoreCopies {
  /** Whether the last due copy could not be made. */
  areFailing(): boolean
}

export interface Store
  extends
    OrderStore,
    UnconfirmedOrderStore,
    PeopleStore,
    ActionStore,
    LogStore,
    PrinterStore,
    SettingStore,
    AlertStore,
    WebhookStore,
    ReportStore,
    ApiKeyStore {
  /** Whether it was newly created, and so is empty: its name may be mistyped. */
  readonly wasMade?: boolean
  /** Whether it was found damaged when opened and was replaced: data may be missing. */
  readonly wasRepaired?: boolean
  /** Undefined if the store has one server at a time. */
  readonly shared?: SharedStore
  /** Undefined if it makes none. */
  readonly copies?: StoreCopies | undefined
  /** Makes a consistent copy into a new file, without blocking. */
  backup(file: string): Promise<void>
  close(): Promise<void>
}
