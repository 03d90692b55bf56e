import type { Action, Who } from '#contract/desk/action.ts'
import type { DeskErrorCode } from '#contract/desk/failure.ts'
import type { OrderId } from '#contract/vendor/item-id.ts'
import type { Sent } from './redact-action.ts'

// One attempt at an action, from receipt to outcome. Timestamps are milliseconds since 1970 on the desk's clock.
//   open ── stored, then sent to the vendor ──> sent ── its answer, or a re-read ──> done | failed
//    │                                           └── no answer ──> unknown ── a later reading ──> done | failed
//    └── nothing was sent ──> failed
// `open` is never stored: nothing was sent, so its key may be used again. After a crash each `sent` becomes `unknown`
// until the order is read again. Nothing is sent twice for it.

/** The fields of an order that a later reading is compared with; null where unreadable. */
export interface Snapshot {
  readonly statusKey: string | null
  readonly isActive: boolean | null
  readonly canMarkAsReady: boolean | null
  /** Ids and quantities of the lines if a rejection asks the customer to change them, else null. */
  readonly lines: string | null
}

interface AttemptBase {
  readonly key: string
  readonly action: Action
  readonly orderId: OrderId
  /** Null if unknown. */
  readonly by: Who | null
  /** A digest of the body: codes of digital goods must not be stored. */
  readonly digest: string
  readonly at: number
}

export type OpenAttempt = AttemptBase & { readonly state: 'open' }

export interface SentToVendor extends AttemptBase {
  readonly sent: Sent
  /** The server that sent it and reconciles it while it runs; missing if an older version stored it. */
  readonly server?: string
  readonly sentAt: number
  /** The order before the action; without it an accept is judged by the later reading alone. */
  readonly before: Snapshot | null
  /** The vendor confirmed the action, but the order has not been read since. */
  readonly isGranted: boolean
  /** Number of requests sent; null if a crash lost the count. */
  readonly posts: number | null
}

export type SentAttempt = SentToVendor & { readonly state: 'sent' }

export type UnknownAttempt = SentToVendor & {
  readonly state: 'unknown'
  /** Only a reading requested from then on, on the server's steady clock, shows the outcome. */
  readonly readableFrom: number
  /** Whether it was taken over from a server that ended before the answer arrived. */
  readonly isRecovered: boolean
}

export type CompletedAttempt = AttemptBase & {
  readonly state: 'done'
  readonly settledAt: number
  /** The status key of the reading that confirmed it. */
  readonly statusKey: string | null
  /** The latest store version that its server knew then: a tablet with an older version has not seen it done. */
  readonly version?: number
}

/** The error for the tablet, in a form that can be stored. */
export interface SavedFailure {
  readonly status: number
  readonly code: DeskErrorCode
  readonly message: string
  readonly retryAfterMs?: number
  readonly data?: unknown
}

export type FailedAttempt = AttemptBase & {
  readonly state: 'failed'
  readonly settledAt: number
  readonly failure: SavedFailure
}

export type ReconciledAttempt = CompletedAttempt | FailedAttempt
export type StoredAttempt = SentAttempt | UnknownAttempt | ReconciledAttempt
export type ActionAttempt = OpenAttempt | StoredAttempt

export const isReconciled = (attempt: ActionAttempt): attempt is ReconciledAttempt =>
  attempt.state === 'done' || attempt.state === 'failed'
