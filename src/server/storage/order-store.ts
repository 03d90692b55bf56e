import type { OrderId } from '#contract/vendor/item-id.ts'
import type { OrderNotification, OrderRecord, TimelineRecord } from '#domain/order.ts'
import type { LogEntry } from './log-store.ts'

/** Records of a change of an order, for its timeline and the log. */
export interface ChangeRecords {
  readonly notes?: readonly TimelineRecord[]
  readonly entry?: LogEntry
}

export interface OrderStore {
  /**
   * Stores a batch of notifications. One of a known order changes nothing.
   * @returns for each notification the version of its new order, or undefined if the order was known.
   */
  ingest(notifications: readonly OrderNotification[]): Promise<readonly (number | undefined)[]>
  /**
   * Overwrites a record with its next version, together with the records of the change.
   * @returns it with that version; or undefined, with nothing written, if another server wrote the order in between or
   * it was deleted.
   */
  save(record: OrderRecord, changes?: ChangeRecords): Promise<OrderRecord | undefined>
  find(orderId: OrderId): Promise<OrderRecord | undefined>
  /** Every order that is not closed, oldest first. */
  open(): Promise<readonly OrderRecord[]>
  /**
   * Closed orders, newest first: those that contain any text of `search`, as `standsIn` matches; `before` is the
   * `receivedAt` to continue from.
   */
  closed(options: {
    readonly search?: readonly string[]
    readonly before?: number
    readonly limit: number
  }): Promise<readonly OrderRecord[]>
  /** The latest version given out. */
  version(): Promise<number>
  timeline(orderId: OrderId): Promise<readonly TimelineRecord[]>
  /** Stores a webhook body that could not be read, and deletes all but the newest `noticesKept`. */
  saveUnreadable(notice: {
    readonly receivedAt: number
    readonly contentType: string
    readonly body: string
  }): Promise<void>
  unreadable(): Promise<readonly { readonly receivedAt: number; readonly contentType: string; readonly body: string }[]>
  /** Deletes old closed orders and unreadable bodies. @returns how many of both. */
  forget(before: { readonly closedBefore: number; readonly unreadableBefore: number }): Promise<number>
}

/** An order that a notification mentioned and that may not exist, or may be open again: the vendor has to be asked. */
export interface UnconfirmedOrder {
  readonly orderId: OrderId
  /** The last mention. Each has a different time, which shows whether there was a new one. */
  readonly spokenAt: number
}

export interface UnconfirmedOrderStore {
  /** Stores mentions. @returns each order once, and whether it was not stored before. */
  saveUnconfirmed(
    orderIds: readonly OrderId[],
    spokenAt: number,
  ): Promise<readonly (UnconfirmedOrder & { readonly isNew: boolean })[]>
  /** All of them, oldest first. */
  unconfirmedOrders(): Promise<readonly UnconfirmedOrder[]>
  /** Deletes one, unless its order was mentioned again since. */
  dropUnconfirmed(unconfirmedOrder: UnconfirmedOrder): Promise<void>
  /** Deletes those last mentioned before a moment, in milliseconds since 1970. @returns how many. */
  forgetUnconfirmed(spokenBefore: number): Promise<number>
}

/** Enough to see what a service sends. A service that sends many must not fill the disk. */
export const noticesKept = 200
