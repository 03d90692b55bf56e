import type { Who } from '#contract/desk/action.ts'
import type { OrderOutcome } from '#contract/desk/order-outcome.ts'
import type { OrderId } from '#contract/vendor/item-id.ts'
import type {
  CompletedAttempt,
  FailedAttempt,
  ReconciledAttempt,
  SentAttempt,
  StoredAttempt,
  UnknownAttempt,
} from '#domain/action-attempt.ts'
import type { OrderNotification, OrderRecord, TimelineRecord } from '#domain/order.ts'
import type { NewOrderEvent } from '#domain/outgoing-event.ts'
import type { Sent } from '#domain/redact-action.ts'
import type { SearchWords } from '#domain/search-text.ts'

/** One row of the action log: who did what, and what came of it. */
export interface LogEntry {
  readonly at: number
  /** `accept`, `reject`, `ready`, or another action from `people-log.ts`. */
  readonly what: string
  /** Null if it concerns no order. */
  readonly orderId: OrderId | null
  /** The name of the person or tablet that the action concerns. */
  readonly about?: string
  readonly by: Who | null
  readonly sent: Sent | null
  /** The vendor's answer: its status and up to 300 characters; null if there was none. */
  readonly vendor: { readonly status: number | null; readonly message: string | null } | null
  readonly outcome: string
  /**
   * How the outcome became known: the vendor's answer, an immediate re-read, a later read, or one after a crash; null
   * while unknown.
   */
  readonly settledBy: 'answer' | 'reread' | 'later' | 'recovery' | null
  /** From the attempt to this outcome, in milliseconds. */
  readonly tookMs: number | null
  /** How many requests were sent to the vendor; null if unknown. */
  readonly posts: number | null
}

export interface LogPage {
  /** Newest first. */
  readonly entries: readonly LogEntry[]
  /** The `before` of the next page; null on the last one. */
  readonly next: string | null
}

/** The actions from this shop; rows are added, and never changed. */
export interface LogStore {
  appendLog(entry: LogEntry): Promise<void>
  /**
   * A page of the log, of all or of one order, and before `until`, in milliseconds since 1970. A `before` that is not
   * from this store gives an empty page.
   */
  readLog(options: {
    readonly orderId?: OrderId
    readonly until?: number
    readonly before?: string
    readonly limit: number
  }): Promise<LogPage>
  /** Deletes rows from before a moment, in milliseconds since 1970. @returns how many. */
  forgetLog(before: number): Promise<number>
}

/** Records of a change of an order: for its timeline, for the log, and for the webhooks that want its events. */
export interface ChangeRecords {
  readonly notes?: readonly TimelineRecord[]
  readonly entry?: LogEntry
  readonly events?: readonly NewOrderEvent[]
}

export interface ClosedOptions {
  readonly search?: SearchWords
  readonly outcome?: OrderOutcome
  readonly from?: number
  readonly before?: number
  readonly limit: number
}

export interface OrderStore {
  /**
   * Stores a batch of notifications, each new order with the deliveries of its receipt. One of a known order changes
   * nothing.
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
   * Closed orders, newest first: those that contain every word of `search`, as `matchesSearch` tells, ended so, and were
   * received since `from` and earlier than `before`, which is the `receivedAt` to continue from.
   */
  closed(options: ClosedOptions): Promise<readonly OrderRecord[]>
  /** When notifications of orders were received, of those between two times, oldest first. */
  receivedBetween(from: number, before: number): Promise<readonly number[]>
  /** The latest version given out. */
  version(): Promise<number>
  timeline(orderId: OrderId): Promise<readonly TimelineRecord[]>
  /** Stores a webhook body that could not be read, and deletes all but the newest `unreadableKept`. */
  saveUnreadable(notification: UnreadableNotification): Promise<void>
  unreadable(): Promise<readonly UnreadableNotification[]>
  /** Deletes old closed orders and unreadable bodies. @returns how many of both. */
  forget(before: { readonly closedBefore: number; readonly unreadableBefore: number }): Promise<number>
}

/** A page of closed orders includes all of its last millisecond, because `before` could not continue within it. */
export function pageOf<T extends { readonly receivedAt: number }>(sorted: readonly T[], limit: number): readonly T[] {
  const last = sorted[limit - 1]
  return sorted.filter(({ receivedAt }, index) => index < limit || receivedAt === last?.receivedAt)
}

/** A webhook body in which no order was found. */
export interface UnreadableNotification {
  readonly receivedAt: number
  readonly contentType: string
  readonly body: string
}

/** An order that a notification mentioned and that may not exist, or may be open again: the vendor has to be asked. */
export interface UnconfirmedOrder {
  readonly orderId: OrderId
  /** The last mention. Each has a different time, which shows whether there was a new one. */
  readonly mentionedAt: number
}

export interface UnconfirmedOrderStore {
  /** Stores mentions. @returns each order once, and whether it was not stored before. */
  saveUnconfirmed(
    orderIds: readonly OrderId[],
    mentionedAt: number,
  ): Promise<readonly (UnconfirmedOrder & { readonly isNew: boolean })[]>
  /** All of them, oldest first. */
  unconfirmedOrders(): Promise<readonly UnconfirmedOrder[]>
  /** Deletes one, unless its order was mentioned again since. */
  dropUnconfirmed(unconfirmedOrder: UnconfirmedOrder): Promise<void>
  /** Deletes those last mentioned before a moment, in milliseconds since 1970. @returns how many. */
  forgetUnconfirmed(mentionedBefore: number): Promise<number>
}

/** Enough to see what a service sends. A service that sends many must not fill the disk. */
export const unreadableKept = 200

/**
 * Attempts that were sent to the vendor, or refused. The store allows one unreconciled attempt per order, so that even
 * a second server on the same database cannot send another.
 */
export interface ActionStore {
  /** Writes an attempt before it is sent. @returns undefined; or the attempt that prevents it from being sent. */
  beginAttempt(attempt: SentAttempt): Promise<StoredAttempt | undefined>
  /**
   * Overwrites an attempt with its outcome, together with its log row. A reconciled attempt is not overwritten, so that
   * an outcome found by two servers is logged once.
   * @returns undefined; or the attempt as another server reconciled it, which stands.
   */
  writeAttempt(attempt: StoredAttempt, entry?: LogEntry): Promise<ReconciledAttempt | undefined>
  /**
   * Writes an attempt that was refused before it was sent; not over another one with its key, which another server may
   * have sent meanwhile.
   * @returns undefined; or that other one.
   */
  refuseAttempt(attempt: FailedAttempt): Promise<StoredAttempt | undefined>
  findAttempt(key: string): Promise<StoredAttempt | undefined>
  /** Every attempt that was sent and is not reconciled, oldest first. */
  unreconciledAttempts(): Promise<readonly (SentAttempt | UnknownAttempt)[]>
  /** The latest completed attempt for an order. */
  lastCompletedAttempt(orderId: OrderId): Promise<CompletedAttempt | undefined>
  /** Deletes attempts reconciled before a moment, in milliseconds since 1970. @returns how many. */
  forgetAttempts(settledBefore: number): Promise<number>
}
