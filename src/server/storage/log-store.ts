import type { Who } from '#contract/desk/action.ts'
import type { OrderId } from '#contract/vendor/item-id.ts'
import type { Sent } from '#domain/redact-action.ts'

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
