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
  lastDoneTap(orderId: OrderId): Promise<CompletedAttempt | undefined>
  /** Deletes attempts reconciled before a moment, in milliseconds since 1970. @returns how many. */
  forgetAttempts(settledBefore: number): Promise<number>
}
