import type { Action, Who } from '#contract/desk/action.ts'
import type { DeskErrorCode } from '#contract/desk/failure.ts'
import type { OrderId } from '#contract/vendor/item-id.ts'
import type { Sent } from './redact-action.ts'

// One tap on one button, from its coming to its end. Moments are milliseconds since 1970 on our clock.
//
//   open ── on disk, then to the vendor ──> sent ── its answer, or a re-read ──> done | failed
//    │                                       └── no word ──> unknown ── any later reading ──> done | failed
//    └── nothing was sent ──> failed
//
// `open` is never on disk: what was not sent needs no memory, and its key may come again. After a crash each `sent` is
// `unknown` until the order was read again; nothing is sent a second time for it.

/** The little of an order as it was that a later reading is compared with; null where it could not be read. */
export interface Snapshot {
  readonly statusKey: string | null
  readonly isActive: boolean | null
  readonly canMarkAsReady: boolean | null
  /** The lines' ids and quantities where a rejection asks the customer to change them, null for any other tap. */
  readonly lines: string | null
}

interface TapItself {
  /** The tap's own UUID. */
  readonly key: string
  readonly action: Action
  readonly orderId: OrderId
  /** Who tapped; nothing where the desk does not know. */
  readonly by: Who | null
  /** Of the body that came along: the codes of digital goods are kept nowhere. */
  readonly digest: string
  /** When it came. */
  readonly at: number
}

export type OpenAttempt = TapItself & { readonly state: 'open' }

export interface AtTheVendor extends TapItself {
  readonly sent: Sent
  /** Which server sent it, and settles it as long as it lives; nothing where an older version did. */
  readonly server?: string
  readonly sentAt: number
  /** The order as it was before; without it an accept is judged by the order's own signs. */
  readonly before: Snapshot | null
  /** The vendor said that it was done; what is missing is the order as it is now. */
  readonly isGranted: boolean
  /** How often the vendor was asked to do it; null where a crash took the count away. */
  readonly posts: number | null
}

export type SentAttempt = AtTheVendor & { readonly state: 'sent' }

export type UnknownAttempt = AtTheVendor & {
  readonly state: 'unknown'
  /** Only a reading that was asked for from then on, by its server's steady clock, tells what came of it. */
  readonly readableFrom: number
  /** Whether a server has it from one that ended before the answer came. */
  readonly isRecovered: boolean
}

export type CompletedAttempt = TapItself & {
  readonly state: 'done'
  readonly settledAt: number
  /** Of the order as it was read then. */
  readonly statusKey: string | null
  /** The latest of the store that its server knew then: whoever was told of none since has not seen it done. */
  readonly version?: number
}

/** What the tablet is told, in a form that can be written down. */
export interface SavedFailure {
  readonly status: number
  readonly code: DeskErrorCode
  readonly message: string
  readonly retryAfterMs?: number
  readonly data?: unknown
}

export type FailedAttempt = TapItself & {
  readonly state: 'failed'
  readonly settledAt: number
  readonly failure: SavedFailure
}

export type ReconciledAttempt = CompletedAttempt | FailedAttempt
export type StoredAttempt = SentAttempt | UnknownAttempt | ReconciledAttempt
export type Tap = OpenAttempt | StoredAttempt

export const isReconciled = (tap: Tap): tap is ReconciledAttempt => tap.state === 'done' || tap.state === 'failed'
