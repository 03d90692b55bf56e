import type { OrderRecord } from '#domain/order.ts'
import type { Clock } from '#contract/clock.ts'
import { asksCustomer } from '#contract/desk/log.ts'
import { statusKey } from '#contract/vendor/order.ts'
import type { OrderId } from '#contract/vendor/item-id.ts'
import type { HttpError } from '#server/http/http-error.ts'
import type { Log } from '#server/runtime/bug.ts'
import type { Inbox } from '#server/orders/inbox.ts'
import { noReading, type OrderReader } from '#server/orders/order-reader.ts'
import type { OrderReading } from '#server/vendor/order-reading.ts'
import { rarerPause } from '#server/orders/unconfirmed-poller.ts'
import type { Cluster } from '#server/storage/cluster.ts'
import type { LogEntry } from '#server/storage/store.ts'
import { redactMessage } from '#domain/redact-action.ts'
import { type VendorFailure, vendorHttpError } from '#server/vendor/vendor-failure.ts'
import { alreadyAnswered, type RepeatedAnswers, savedFailure } from './action-answers.ts'
import type { ActionJournal } from './action-journal.ts'
import { isBackSince, isSecondThought, type AnsweredBefore } from './earlier-attempts.ts'
import { outcomeOf, type ActionRunner, type ActionResult } from './carry-out-action.ts'
import {
  isReconciled,
  type StoredAttempt,
  type SentAttempt,
  type ActionAttempt,
  type UnknownAttempt,
} from '#domain/action-attempt.ts'

export interface ReconciliationDeps {
  readonly journal: ActionJournal
  readonly runner: Pick<ActionRunner, 'reread'>
  readonly orders: Pick<OrderReader, 'read'>
  readonly answers: Pick<RepeatedAnswers, 'save'>
  readonly answeredBefore: AnsweredBefore
  readonly servers: Pick<Cluster, 'isPolling'>
  /** The stored record of an open order. */
  readonly peekOrder: (orderId: OrderId) => Pick<OrderRecord, 'lane'> | undefined
  readonly clock: Clock
  readonly log: Log
  /** Records an action for the board. @throws {StoreUnavailable} */
  readonly noteAction: Inbox['noteAction']
  /** Called when a write failed that will be retried. @throws any error that is not a failure of the store */
  readonly onStoreFailure: (error: unknown) => void
}

/** Determines and records the outcomes of attempts. */
export interface Reconciliation {
  /** Records an outcome: in memory at once, in the store when this resolves. */
  conclude(attempt: SentAttempt | UnknownAttempt, attempted: ActionResult): Promise<StoredAttempt>
  /** Reads the order until the outcome is known or the deadline passes. @returns the attempt's state then */
  reconcile(attempt: UnknownAttempt, deadline: number): Promise<ActionAttempt>
  /** Reconciles an unknown attempt with a new reading of its order. */
  noteReading(reading: OrderReading): void
  /**
   * Takes over and reconciles attempts that no server handles any more, until the signal aborts; resolves when that has
   * begun. @throws {StoreUnavailable}
   */
  takeOver(closing: AbortSignal): Promise<void>
  /** Resolves when no outcome is being recorded. */
  idle(): Promise<void>
}

/** An outcome that this server found, and the arguments for the board. */
interface Found {
  readonly attempt: ActionAttempt
  readonly facts: Parameters<Inbox['noteAction']>
}

const slowestPaceMs = 60_000
const longestPauseMs = 24 * 60 * 60_000

export function createReconciliation(deps: ReconciliationDeps): Reconciliation {
  const { journal, runner, orders, answers, answeredBefore, servers, peekOrder, clock, log, noteAction } = deps
  /** By key: outcomes found by a reading that are being written. */
  const settling = new Map<string, Promise<unknown>>()
  /** Outcomes that the store did not accept for the board yet. */
  const unnoted: Found[] = []

  /** Whether this server found the outcome first; otherwise the other server has noted it on the board. */
  function isOwn(attempt: ActionAttempt): boolean {
    const stands = journal.latest(attempt)
    return (
      stands === attempt || (isReconciled(stands) && isReconciled(attempt) && stands.settledAt === attempt.settledAt)
    )
  }

  async function noteOnBoard({ attempt, facts: [orderId, action, news] }: Found): Promise<void> {
    if (!isOwn(attempt)) return
    try {
      await noteAction(orderId, action, news)
    } catch (error) {
      deps.onStoreFailure(error)
      unnoted.push({ attempt, facts: [orderId, action, { ...news, isLate: true }] })
    }
  }

  /** Retries failed writes. */
  async function flush(): Promise<void> {
    await journal.flush()
    for (const each of unnoted.splice(0)) await noteOnBoard(each)
  }

  /** Converts a refusal; names the person whose earlier answer caused it. */
  function explain(attempt: SentAttempt | UnknownAttempt, failure: VendorFailure): HttpError {
    // Somebody may have answered long ago without this tablet knowing.
    const faster = failure.status === 400 ? answeredBefore(attempt) : undefined
    if (!faster || isSecondThought(attempt, faster) || isBackSince(faster, attempt.before))
      return vendorHttpError(failure)
    return alreadyAnswered(faster)
  }

  /** Whether this server's poller reads the order anyway; it skips closed and unknown orders. */
  const isPolled = (orderId: OrderId): boolean =>
    servers.isPolling() && (peekOrder(orderId)?.lane ?? 'closed') !== 'closed'

  async function conclude(attempt: SentAttempt | UnknownAttempt, attempted: ActionResult): Promise<StoredAttempt> {
    const { action, orderId, by } = attempt
    const { outcome, posts } = attempted
    const failure = outcome.kind === 'failed' ? explain(attempt, outcome.failure) : undefined
    const reason = outcome.kind === 'failed' ? outcome.failure.reason : undefined
    log('action', { action, order_id: orderId, outcome: outcome.kind, reason, ms: clock.now() - attempt.at })
    const entry = entryOf(attempt, attempted, clock.now())
    const written =
      outcome.kind === 'done'
        ? journal.finish(attempt, statusKey(outcome.reading.order) ?? null, entry)
        : failure
          ? journal.fail(attempt, savedFailure(failure), entry)
          : journal.lose(attempt, { isGranted: outcome.kind === 'unknown' && outcome.isGranted, posts }, entry)
    if (outcome.kind === 'done') answers.save(attempt.key, outcome.reading.text)
    const own = journal.latest(attempt)
    const concluded = await written
    if (concluded.state === 'unknown') void recover(concluded, () => isPolled(orderId))
    const news = {
      asked: asksCustomer(action, outcome.kind, attempt.sent) ? (attempt.sent.items ?? []) : undefined,
      reading: outcome.kind === 'done' ? outcome.reading : undefined,
      isGranted: outcome.kind === 'unknown' && outcome.isGranted,
    }
    await noteOnBoard({ attempt: own, facts: [orderId, { action, outcome: outcome.kind, by, at: clock.now() }, news] })
    return concluded
  }

  async function reconcile(attempt: UnknownAttempt, deadline: number): Promise<ActionAttempt> {
    const waitMs = Math.max(0, attempt.readableFrom - clock.steady())
    if (clock.steady() + waitMs < deadline) {
      if (waitMs > 0) await clock.sleep(waitMs)
      await runner.reread(attempt.orderId, deadline)
      await settling.get(attempt.key)
    }
    return journal.latest(attempt)
  }

  function noteReading(reading: OrderReading): void {
    void flush()
    const attempt = journal.unknown(reading.id)
    if (!attempt || reading.turn < attempt.readableFrom) return
    const outcome = outcomeOf(attempt, reading)
    if (outcome.kind === 'unknown') return
    const settledBy = attempt.isRecovered ? 'recovery' : 'later'
    const settled = conclude(attempt, { outcome, settledBy, vendor: null, posts: attempt.posts })
    settling.set(attempt.key, settled)
    void settled.finally(() => settling.delete(attempt.key))
  }

  /** Reads an order until the attempt is reconciled, here or elsewhere, unless the poller reads it anyway. */
  async function recover(attempt: UnknownAttempt, isReadAnyway: () => boolean, closing?: AbortSignal): Promise<void> {
    let waitMs = attempt.readableFrom - clock.steady()
    let waitedMs = 0
    for (let pauseMs = 1000; ; pauseMs = Math.min(2 * pauseMs, slowestPaceMs)) {
      await clock.sleep(waitMs, closing)
      if (closing?.aborted || journal.unknown(attempt.orderId)?.key !== attempt.key) return
      if (!isReadAnyway()) await orders.read(attempt.orderId, 'watch').catch(noReading)
      // Pauses grow, so that an order that the vendor never shows costs few reads. Counted from the pauses: the clock
      // may be set ahead.
      waitedMs += Math.max(0, waitMs)
      waitMs = Math.min(rarerPause(pauseMs, waitedMs), longestPauseMs)
    }
  }

  return {
    conclude,
    reconcile,
    noteReading,
    async takeOver(closing) {
      // With each cluster beat, because a server that does not poll may read no order for long, while others wait for
      // its attempt.
      await flush()
      for (const attempt of await journal.takeOver()) void recover(attempt, () => false, closing)
    },
    async idle() {
      while (settling.size > 0) await Promise.allSettled(settling.values())
      await flush()
    },
  }
}

function entryOf(
  attempt: SentAttempt | UnknownAttempt,
  { outcome, settledBy, vendor, posts }: ActionResult,
  now: number,
): LogEntry {
  return {
    at: now,
    what: attempt.action,
    orderId: attempt.orderId,
    by: attempt.by,
    ...(attempt.by?.rule && { about: `${attempt.by.rule}: fits` }),
    sent: attempt.sent,
    vendor: vendor && { ...vendor, message: vendor.message === null ? null : redactMessage(vendor.message) },
    outcome: outcome.kind,
    settledBy,
    tookMs: Math.max(0, now - attempt.at),
    posts,
  }
}
