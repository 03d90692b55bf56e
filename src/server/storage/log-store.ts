import type { Who } from '#contract/desk/action.ts'
import type { OrderId } from '#contract/vendor/item-id.ts'
import type { Sent } from '#domain/redact-action.ts'

/** One row of the action log: who did what, and what came of it. */
export interface LogEntry {
  readonly at: number
  /** `accept`, `reject`, `ready`, or what else this desk writes down: `people-log.ts`. */
  readonly what: string
  /** Nothing where it concerns no order. */
  readonly orderId: OrderId | null
  /** The person or the tablet that it concerns, by name. */
  readonly about?: string
  readonly by: Who | null
  readonly sent: Sent | null
  /** What the vendor said: its status and at most 300 characters; nothing where it said nothing. */
  readonly vendor: { readonly status: number | null; readonly message: string | null } | null
  readonly outcome: string
  /** By the vendor's answer, a re-read at once, a later reading, or one after a crash; nothing while it is unknown. */
  readonly settledBy: 'answer' | 'reread' | 'later' | 'recovery' | null
  /** From the tap to this outcome, in milliseconds. */
  readonly tookMs: number | null
  /** How often the vendor was asked to do it; nothing where that is not known. */
  readonly posts: number | null
}

export interface LogPage {
  /** Newest first. */
  readonly entries: readonly LogEntry[]
  /** What to go on from, as `before`; nothing on the last page. */
  readonly next: string | null
}

/** What was done from this desk; rows are added, and never changed. */
export interface LogStore {
  appendLog(entry: LogEntry): Promise<void>
  /**
   * A page of the log, of all or of one order, and of what was done before `until`, in milliseconds since 1970. A `before`
   * that this store did not give out is an empty page.
   */
  readLog(options: {
    readonly orderId?: OrderId
    readonly until?: number
    readonly before?: string
    readonly limit: number
  }): Promise<LogPage>
  /** Forgets rows from before, in milliseconds since 1970. @returns how many. */
  forgetLog(before: number): Promise<number>
}
