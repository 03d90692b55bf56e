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
import { vendorHttpError } from '#server/vendor/vendor-http-error.ts'
import type { VendorFailure } from '#server/vendor/vendor.ts'
import { alreadyAnswered, savedFailure } from './action-answer.ts'
import type { ActionJournal } from './action-journal.ts'
import { isBackSince, isSecondThought, type AnsweredBefore } from './answered-before.ts'
import { outcomeOf, type Attempt, type Attempted } from './carry-out-action.ts'
import {
  isReconciled,
  type StoredAttempt,
  type SentAttempt,
  type Tap,
  type UnknownAttempt,
} from '#domain/action-attempt.ts'
import type { RepeatedAnswers } from './repeated-answers.ts'

export interface ReconciliationDeps {
  readonly journal: ActionJournal
  readonly attempt: Pick<Attempt, 'reread'>
  readonly orders: Pick<OrderReader, 'read'>
  readonly told: Pick<RepeatedAnswers, 'keep'>
  readonly answeredBefore: AnsweredBefore
  readonly servers: Pick<Cluster, 'isWatching'>
  /** An order that is open, as the desk keeps it. */
  readonly peekOrder: (orderId: OrderId) => Pick<OrderRecord, 'lane'> | undefined
  readonly clock: Clock
  readonly log: Log
  /** Takes down what became of an action, for the board. @throws {StoreUnavailable} */
  readonly noteAction: Inbox['noteAction']
  /** The store did not take something that it will be handed again. @throws what is no trouble of the store */
  readonly onStoreFailure: (error: unknown) => void
}

/** What became of taps, by whichever way it is found out. */
export interface Reconciliation {
  /** Takes down what became of a tap: in memory at once, and on disk when this resolves. */
  conclude(tap: SentAttempt | UnknownAttempt, attempted: Attempted): Promise<StoredAttempt>
  /** Reads the order until that tells what came of a tap, or the time is up. @returns the tap as it is then. */
  reconcile(tap: UnknownAttempt, deadline: number): Promise<Tap>
  /** Somebody has read an order: it may tell what came of a tap that is not settled. */
  noteReading(reading: OrderReading): void
  /** Reconciles taps that are nobody's any more, until the signal aborts; resolves when that has begun. @throws {StoreUnavailable} */
  takeUpLeft(closing: AbortSignal): Promise<void>
  /** Resolves when nothing is being taken down. */
  idle(): Promise<void>
}

/** What this server found out of a tap, and what the board is told of it. */
interface Found {
  readonly tap: Tap
  readonly said: Parameters<Inbox['noteAction']>
}

const slowestPaceMs = 60_000
const longestPauseMs = 24 * 60 * 60_000

export function createReconciliation(parts: ReconciliationDeps): Reconciliation {
  const { journal, attempt, orders, told, answeredBefore, servers, peekOrder, clock, log, noteAction } = parts
  /** By key: what a reading has settled, while it is written. */
  const settling = new Map<string, Promise<unknown>>()
  /** What the board has yet to be told: the store did not take it. */
  const untold: Found[] = []

  /** What another server found out first, that one has told the board, though it be the same. */
  function isOwn(tap: Tap): boolean {
    const stands = journal.latest(tap)
    return stands === tap || (isReconciled(stands) && isReconciled(tap) && stands.settledAt === tap.settledAt)
  }

  async function tellBoard({ tap, said: [orderId, action, news] }: Found): Promise<void> {
    if (!isOwn(tap)) return
    try {
      await noteAction(orderId, action, news)
    } catch (error) {
      parts.onStoreFailure(error)
      untold.push({ tap, said: [orderId, action, { ...news, isLate: true }] })
    }
  }

  /** Hands the store what it did not take. */
  async function flush(): Promise<void> {
    await journal.flush()
    for (const each of untold.splice(0)) await tellBoard(each)
  }

  /** A refusal names who was faster. */
  function explain(tap: SentAttempt | UnknownAttempt, failure: VendorFailure): HttpError {
    // Somebody may have answered long ago, and this tablet not have heard of it.
    const faster = failure.status === 400 ? answeredBefore(tap) : undefined
    if (!faster || isSecondThought(tap, faster) || isBackSince(faster, tap.before)) return vendorHttpError(failure)
    return alreadyAnswered(faster)
  }

  /**
   * Whether the watch reads an order anyway: not one that is over, or that this desk never heard of; and where another
   * server has the watch, its readings come to that one alone.
   */
  const isWatched = (orderId: OrderId): boolean =>
    servers.isWatching() && (peekOrder(orderId)?.lane ?? 'closed') !== 'closed'

  async function conclude(tap: SentAttempt | UnknownAttempt, attempted: Attempted): Promise<StoredAttempt> {
    const { action, orderId, by } = tap
    const { outcome, posts } = attempted
    const failure = outcome.kind === 'failed' ? explain(tap, outcome.failure) : undefined
    const reason = outcome.kind === 'failed' ? outcome.failure.reason : undefined
    log('action', { action, order_id: orderId, outcome: outcome.kind, reason, ms: clock.now() - tap.at })
    const entry = entryOf(tap, attempted, clock.now())
    const kept =
      outcome.kind === 'done'
        ? journal.finish(tap, statusKey(outcome.reading.order) ?? null, entry)
        : failure
          ? journal.fail(tap, savedFailure(failure), entry)
          : journal.lose(tap, { isGranted: outcome.kind === 'unknown' && outcome.isGranted, posts }, entry)
    if (outcome.kind === 'done') told.keep(tap.key, outcome.reading.text)
    const own = journal.latest(tap)
    const concluded = await kept
    if (concluded.state === 'unknown') void recover(concluded, () => isWatched(orderId))
    const news = {
      asked: asksCustomer(action, outcome.kind, tap.sent) ? (tap.sent.items ?? []) : undefined,
      reading: outcome.kind === 'done' ? outcome.reading : undefined,
      isGranted: outcome.kind === 'unknown' && outcome.isGranted,
    }
    await tellBoard({ tap: own, said: [orderId, { action, outcome: outcome.kind, by, at: clock.now() }, news] })
    return concluded
  }

  async function reconcile(tap: UnknownAttempt, deadline: number): Promise<Tap> {
    const waitMs = Math.max(0, tap.readableFrom - clock.steady())
    if (clock.steady() + waitMs < deadline) {
      if (waitMs > 0) await clock.sleep(waitMs)
      await attempt.reread(tap.orderId, deadline)
      await settling.get(tap.key)
    }
    return journal.latest(tap)
  }

  function noteReading(reading: OrderReading): void {
    void flush()
    const tap = journal.unknown(reading.id)
    if (!tap || reading.turn < tap.readableFrom) return
    const outcome = outcomeOf(tap, reading)
    if (outcome.kind === 'unknown') return
    const settledBy = tap.isRecovered ? 'recovery' : 'later'
    const settled = conclude(tap, { outcome, settledBy, vendor: null, posts: tap.posts })
    settling.set(tap.key, settled)
    void settled.finally(() => settling.delete(tap.key))
  }

  /** Reads an order until a tap is settled, unless it is read anyway; others may do it meanwhile. */
  async function recover(tap: UnknownAttempt, isReadAnyway: () => boolean, closing?: AbortSignal): Promise<void> {
    let waitMs = tap.readableFrom - clock.steady()
    let waitedMs = 0
    for (let pauseMs = 1000; ; pauseMs = Math.min(2 * pauseMs, slowestPaceMs)) {
      await clock.sleep(waitMs, closing)
      if (closing?.aborted || journal.unknown(tap.orderId)?.key !== tap.key) return
      if (!isReadAnyway()) await orders.read(tap.orderId, 'watch').catch(noReading)
      // An order that the vendor never shows again must not cost it a reading a minute for ever. A clock that is set
      // ahead, by years even, is no wait.
      waitedMs += Math.max(0, waitMs)
      waitMs = Math.min(rarerPause(pauseMs, waitedMs), longestPauseMs)
    }
  }

  return {
    conclude,
    reconcile,
    noteReading,
    async takeUpLeft(closing) {
      // With each beat: a server that does not watch may read no order for long, and the others wait for its tap.
      await flush()
      for (const tap of await journal.takeUpLeft()) void recover(tap, () => false, closing)
    },
    async idle() {
      while (settling.size > 0) await Promise.allSettled(settling.values())
      await flush()
    },
  }
}

function entryOf(
  tap: SentAttempt | UnknownAttempt,
  { outcome, settledBy, vendor, posts }: Attempted,
  now: number,
): LogEntry {
  return {
    at: now,
    what: tap.action,
    orderId: tap.orderId,
    by: tap.by,
    sent: tap.sent,
    vendor: vendor && { ...vendor, message: vendor.message === null ? null : redactMessage(vendor.message) },
    outcome: outcome.kind,
    settledBy,
    tookMs: Math.max(0, now - tap.at),
    posts,
  }
}
