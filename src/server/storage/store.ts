import type { ActionStore } from './action-store.ts'
import type { LogStore } from './log-store.ts'
import type { OrderStore, UnconfirmedOrderStore } from './order-store.ts'
import type { PeopleStore } from './people-store.ts'
import type { SharedStore } from './shared-store.ts'

// What must survive. Moments are milliseconds since 1970 on our clock. Every promise of a store resolves when what it
// did would survive a power cut, and rejects with StoreUnavailable where it could not be done. Three implementations,
// `store-memory.ts`, `node/storage/store-sqlite.ts` and `node/storage/store-postgres.ts`, pass one test.

export * from './action-store.ts'
export * from './log-store.ts'
export * from './order-store.ts'
export * from './people-store.ts'
export * from './shared-store.ts'

/** The disk or the database cannot be used now. Nothing was stored, and nothing may be acknowledged. */
export class StoreUnavailable extends Error {}

/** Copies that a store makes of itself, for the day on which it is damaged. */
export interface StoreCopies {
  /** Whether the last one that was due could not be made. */
  areFailing(): boolean
}

export interface Store extends OrderStore, UnconfirmedOrderStore, PeopleStore, ActionStore, LogStore {
  /** Whether there was none, and it is empty: its name may be mistyped. */
  readonly wasMade?: boolean
  /** Whether it was found damaged as it was opened, and a whole one stands in its place: something may be missing. */
  readonly wasRepaired?: boolean
  /** Left out where a store has one server at a time. */
  readonly shared?: SharedStore
  /** Left out where it makes none. */
  readonly copies?: StoreCopies | undefined
  /** A consistent copy into a new file, while everything goes on. */
  backup(file: string): Promise<void>
  close(): Promise<void>
}
