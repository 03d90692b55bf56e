import type { OrderId } from '#contract/vendor/item-id.ts'
import type {
  CompletedAttempt,
  FailedAttempt,
  StoredAttempt,
  SentAttempt,
  ReconciledAttempt,
  UnknownAttempt,
} from '#domain/action-attempt.ts'
import type { LogEntry } from './log-store.ts'

/**
 * The taps that were sent to the vendor, or refused. For one order at most one is unsettled, held here too: so that not
 * even a second server on the same database could send another.
 */
export interface ActionStore {
  /** Takes a tap down before it is sent. @returns nothing; or, where it may not be sent, the tap that is in the way. */
  beginAttempt(tap: SentAttempt): Promise<StoredAttempt | undefined>
  /**
   * Writes what became of a tap over what was written of it, together with its row in the log. What is settled stays:
   * nothing is written then, so that what two servers find out is told once.
   * @returns nothing; or the tap as another settled it, which stands.
   */
  writeAttempt(tap: StoredAttempt, entry?: LogEntry): Promise<ReconciledAttempt | undefined>
  /**
   * Takes a tap down that was refused before it was sent; not over another one under its key, which another server may
   * have sent meanwhile. @returns nothing; or that other one.
   */
  refuseAttempt(tap: FailedAttempt): Promise<StoredAttempt | undefined>
  findAttempt(key: string): Promise<StoredAttempt | undefined>
  /** Every tap that was sent and is not settled, oldest first. */
  unreconciledAttempts(): Promise<readonly (SentAttempt | UnknownAttempt)[]>
  /** The tap of an order that was done latest. */
  lastDoneTap(orderId: OrderId): Promise<CompletedAttempt | undefined>
  /** Forgets taps that were settled before, in milliseconds since 1970. @returns how many. */
  forgetAttempts(settledBefore: number): Promise<number>
}
