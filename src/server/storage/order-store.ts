import type { OrderId } from '#contract/vendor/item-id.ts'
import type { OrderNotification, OrderRecord, TimelineRecord } from '#domain/order.ts'
import type { LogEntry } from './log-store.ts'

/** What is told of a change of an order: in its timeline, and in the log. */
export interface ChangeRecords {
  readonly notes?: readonly TimelineRecord[]
  readonly entry?: LogEntry
}

export interface OrderStore {
  /**
   * Takes words down, many in one go. A word of a known order changes nothing. @returns at each word's place the version
   * of its new order, or nothing where the order was known.
   */
  ingest(words: readonly OrderNotification[]): Promise<readonly (number | undefined)[]>
  /**
   * Writes a record over the one that it was made of, under the next version; in the same step what is told of it.
   * @returns it with that version; nothing, and nothing is written, where another server wrote the order in between, or
   * it was forgotten.
   */
  save(record: OrderRecord, told?: ChangeRecords): Promise<OrderRecord | undefined>
  find(orderId: OrderId): Promise<OrderRecord | undefined>
  /** Every order that is not closed, oldest first. */
  open(): Promise<readonly OrderRecord[]>
  /**
   * Closed orders, newest first: those in which any of the texts of `search` stands, as `standsIn` tells; `before` is
   * the `receivedAt` to go on from.
   */
  closed(options: {
    readonly search?: readonly string[]
    readonly before?: number
    readonly limit: number
  }): Promise<readonly OrderRecord[]>
  /** The latest version given out. */
  version(): Promise<number>
  timeline(orderId: OrderId): Promise<readonly TimelineRecord[]>
  /** Keeps a webhook's body that could not be read, and forgets all but the newest `noticesKept` of them. */
  saveUnreadable(notice: {
    readonly receivedAt: number
    readonly contentType: string
    readonly body: string
  }): Promise<void>
  unreadable(): Promise<readonly { readonly receivedAt: number; readonly contentType: string; readonly body: string }[]>
  /** Forgets closed orders and unreadable bodies from before. @returns how many of both. */
  forget(before: { readonly closedBefore: number; readonly unreadableBefore: number }): Promise<number>
}

/** An order that the service spoke of, and that may be none, or no longer over: the vendor is to be asked for it. */
export interface UnconfirmedOrder {
  readonly orderId: OrderId
  /** The last time. No two times of one order are the same: it tells whether it was spoken of again. */
  readonly spokenAt: number
}

export interface UnconfirmedOrderStore {
  /** Keeps that orders were spoken of. @returns each of them once, and whether nothing was kept of it before. */
  saveUnconfirmed(
    orderIds: readonly OrderId[],
    spokenAt: number,
  ): Promise<readonly (UnconfirmedOrder & { readonly isNew: boolean })[]>
  /** All that are kept, the oldest first. */
  unconfirmedOrders(): Promise<readonly UnconfirmedOrder[]>
  /** Drops one, unless its order was spoken of again since. */
  dropUnconfirmed(unconfirmedOrder: UnconfirmedOrder): Promise<void>
  /** Forgets those that were spoken of last before, in milliseconds since 1970. @returns how many. */
  forgetUnconfirmed(spokenBefore: number): Promise<number>
}

/** So many are enough to see what a service sends; a service that sends many of another kind must not fill the disk. */
export const noticesKept = 200
