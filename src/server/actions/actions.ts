import type { OrderRecord } from '#domain/order.ts'
import type { Clock } from '#contract/clock.ts'
import type { Action, Who } from '#contract/desk/action.ts'
import type { OrderId } from '#contract/vendor/item-id.ts'
import { HttpError, storeUnavailable } from '#server/http/http-error.ts'
import type { OrderReading } from '#server/vendor/order-reading.ts'
import type { Log } from '#server/runtime/bug.ts'
import type { Emit } from '#server/events/bus.ts'
import type { Inbox } from '#server/orders/inbox.ts'
import type { OrderReader } from '#server/orders/order-reader.ts'
import type { OrderTimes } from '#server/orders/order-times.ts'
import { createRecent } from '#server/runtime/recent.ts'
import type { Cluster } from '#server/storage/cluster.ts'
import type { ActionStore } from '#server/storage/store.ts'
import type { CancelReasons } from '#server/vendor/forward.ts'
import { answeredWithinMs } from '#server/vendor/vendor-transport.ts'
import { sentOf } from '#domain/redact-action.ts'
import type { Vendor } from '#server/vendor/vendor.ts'
import { VendorFailure, vendorHttpError } from '#server/vendor/vendor-failure.ts'
import { parseAcceptBody, parseRejectBody } from './action-bodies.ts'
import { alreadyAnswered, createRepeatedAnswers, orderBusy, savedFailure } from './action-answers.ts'
import { createActionJournal } from './action-journal.ts'
import { createPreparation } from './action-preparation.ts'
import { createAnsweredBefore, isFollowUp, isSameAttempt, unseenForMs } from './earlier-attempts.ts'
import { createActionRunner, noAnswer, type Intent } from './carry-out-action.ts'
import { createReconciliation } from './reconciliation.ts'
import {
  isReconciled,
  type CompletedAttempt,
  type OpenAttempt,
  type SentAttempt,
  type ActionAttempt,
} from '#domain/action-attempt.ts'

export interface ActionDeps {
  readonly store: ActionStore
  readonly clock: Clock
  readonly log: Log
  readonly emit: Emit
  /** From 0 to 1. */
  readonly random: () => number
  readonly servers: Pick<Cluster, 'id' | 'isGone' | 'isPolling'>
  readonly vendor: Vendor
  readonly orders: OrderReader
  readonly reasons: CancelReasons
  /** A keyed digest, stable across restarts: a sent body must be recognised without being stored. */
  readonly digest: (text: string) => string
  /** Records an action for the board. @throws {StoreUnavailable} */
  readonly noteAction: Inbox['noteAction']
  /** The latest store version that this server knows. */
  readonly version: () => number
  /** The stored record of an order; `peekOrder`: of an open order. */
  readonly findOrder: (orderId: OrderId) => Promise<OrderRecord | undefined>
  readonly peekOrder: (orderId: OrderId) => OrderRecord | undefined
  readonly times: Pick<OrderTimes, 'respondBy'>
  /** Called when a write failed that will be retried. @throws any error that is not a failure of the store */
  readonly onStoreFailure: (error: unknown) => void
}

export interface Actions {
  /**
   * Performs an accept, reject or ready: at most once per key, one at a time per order, answered within 30 s once the
   * outcome is known. `body` is the parsed JSON, if any; `tabletId` tells tablets of the same name apart; `seenVersion`
   * is the version of the order's row that the tablet showed.
   * @throws {HttpError} @throws {StoreUnavailable} if nothing was sent, so that the key may be used again
   */
  perform(
    action: Action,
    orderId: OrderId,
    key: string,
    body: unknown,
    by: Who | null,
    tabletId?: string,
    seenVersion?: number,
  ): Promise<Response>
  /** Reconciles an open attempt with a new reading of its order. */
  noteReading(reading: OrderReading): void
  /** Takes over attempts that no server handles; resolves when that has begun. @throws {StoreUnavailable} */
  takeOver(closing: AbortSignal): Promise<void>
  /** Resolves when no action is under way. */
  idle(): Promise<void>
}

/** Maximum time spent on the outcome of an earlier attempt, so that enough remains for this one. */
const settleEarlierMs = 8_000
/** Only the last seconds matter, and a shop makes few attempts per second. */
const tabletsKept = 1000

export function createActions(deps: ActionDeps): Actions {
  const { clock, digest, peekOrder, times, onStoreFailure } = deps
  const journal = createActionJournal(deps)
  const prepare = createPreparation({ ...deps, journal })
  const runner = createActionRunner(deps)
  const { save, respond } = createRepeatedAnswers(deps)
  /** By key: the tablets of the latest attempts received by this server. */
  const tablets = createRecent<string>(tabletsKept, (tabletId) => tabletId)
  const answeredBefore = createAnsweredBefore(journal, deps.orders, peekOrder, isOfSameHand)
  const reconciliation = createReconciliation({ ...deps, journal, runner, answeredBefore, answers: { save } })
  const { conclude, reconcile } = reconciliation
  /** By key: a repeated request shares the pending answer. */
  const pending = new Map<string, { readonly attempt: OpenAttempt; readonly answer: Promise<Response> }>()

  async function answerAttempt(
    attempt: OpenAttempt,
    parsed: Intent['body'],
    cameAt: number,
    seen?: number,
  ): Promise<Response> {
    const known = await journal.find(attempt.key)
    if (known) return respond(await currentOf(known, attempt))
    await journal.recallDone(attempt.orderId)
    // No await from here to `open`, so that two attempts see each other.
    const current = journal.inFlight(attempt.orderId)
    const faster = answeredBefore(attempt, unseenForMs(seen, journal.lastDone(attempt.orderId)))
    if (current ?? faster) {
      const why = current ? orderBusy(current) : alreadyAnswered(faster ?? attempt)
      return respond(await currentOf(await journal.fail(attempt, savedFailure(why)), attempt))
    }
    journal.open(attempt)
    try {
      const outcome = await run(attempt, parsed, cameAt)
      return await respond(journal.holds(attempt.key) ? checkSame(outcome, attempt) : await currentOf(outcome, attempt))
    } finally {
      journal.release(attempt)
    }
  }

  /** Whether the same person made both attempts on the same tablet; false if unknown. */
  function isOfSameHand(attempt: ActionAttempt, earlier: ActionAttempt): boolean {
    const tabletId = tablets.get(attempt.key)
    const isSameTablet = tabletId !== undefined && tabletId === tablets.get(earlier.key)
    return isSameTablet && attempt.by !== null && attempt.by.person === earlier.by?.person
  }

  /** Carries out an attempt received at `cameAt`, on the steady clock. @returns its resulting state */
  async function run(attempt: OpenAttempt, parsed: Intent['body'], cameAt: number): Promise<ActionAttempt> {
    const { action, orderId } = attempt
    try {
      // Nothing is sent while the outcome of an earlier attempt is unknown.
      const unreconciled = journal.unknown(orderId)
      const earlier = unreconciled && (await reconcile(unreconciled, cameAt + settleEarlierMs))
      if (earlier?.state === 'unknown') throw orderBusy(earlier)
      if (earlier?.state === 'done' && !isFollowUp(attempt, earlier)) throw alreadyAnswered(earlier)
      const doneBefore = journal.lastDone(orderId)
      const { names, ...prepared } = await prepare(action, orderId, parsed)
      const deadline = cameAt + answeredWithinMs
      if (!runner.isTimeToSend(deadline)) throw noAnswer()
      const begun = await journal.send(attempt, { sent: sentOf(prepared.body, names), before: prepared.before })
      if ('inTheWay' in begun) return giveWay(attempt, begun.inTheWay)
      const { sent } = begun
      const obstacle = await obstacleTo(sent, doneBefore)
      if (obstacle) return await journal.fail(sent, savedFailure(obstacle))
      const record = peekOrder(orderId)
      const repeatUntil = record ? times.respondBy(record) : Number.POSITIVE_INFINITY
      const intent: Intent = { action, orderId, ...prepared, deadline, repeatUntil }
      return await conclude(sent, await runner.carryOut(intent, () => journal.grant(sent)))
    } catch (error) {
      if (journal.latest(attempt).state !== 'open') throw error
      const failure = failureOf(error)
      if (failure) return journal.fail(attempt, savedFailure(failure))
      journal.drop(attempt)
      throw error
    }
  }

  /** Why a stored attempt must not be sent after all; it is then failed, so that nobody waits for it. */
  async function obstacleTo(
    attempt: SentAttempt,
    doneBefore: CompletedAttempt | undefined,
  ): Promise<HttpError | undefined> {
    try {
      // Any attempt of another server that was pending is reconciled by now, and may have been the answer.
      await journal.recallDone(attempt.orderId)
    } catch (error) {
      onStoreFailure(error)
      return storeUnavailable()
    }
    const meanwhile = journal.lastDone(attempt.orderId)
    const isAnswered = meanwhile && meanwhile.key !== doneBefore?.key && !isFollowUp(attempt, meanwhile)
    return isAnswered ? alreadyAnswered(meanwhile) : undefined
  }

  /** Handles an attempt of another server: a different one on this order, or the same one received by both. */
  function giveWay(attempt: OpenAttempt, other: ActionAttempt): ActionAttempt {
    if (other.key !== attempt.key) throw orderBusy(other)
    journal.drop(attempt)
    return other
  }

  /** The current state of an earlier attempt. @throws {HttpError} if it was a different one */
  async function currentOf(known: ActionAttempt, attempt: OpenAttempt): Promise<ActionAttempt> {
    return awaitOutcome(checkSame(known, attempt))
  }

  /** Waits for the outcome of an earlier attempt, within the time limit. */
  async function awaitOutcome(known: ActionAttempt): Promise<ActionAttempt> {
    const deadline = clock.steady() + answeredWithinMs
    // An `open` attempt is being answered, and repeated requests share that answer.
    if (isReconciled(known) || known.state === 'open') return known
    const latest = await journal.follow(known, deadline)
    return latest.state === 'unknown' && journal.holds(latest.key) ? reconcile(latest, deadline) : latest
  }

  return {
    noteReading: reconciliation.noteReading,
    takeOver: reconciliation.takeOver,
    async idle() {
      while (pending.size > 0) await Promise.allSettled([...pending.values()].map(({ answer }) => answer))
      await reconciliation.idle()
    },
    async perform(action, orderId, key, body, by, tabletId, seenVersion) {
      const parsed = parseBody(action, body)
      // The body of a ready is not sent, but a repeat with a different body is a different request.
      const meant = action === 'ready' ? body : parsed
      const attemptDigest = digest(JSON.stringify([action, orderId, meant ?? null]))
      const attempt: OpenAttempt = { state: 'open', key, action, orderId, by, digest: attemptDigest, at: clock.now() }
      const same = pending.get(key)
      if (same && !isSameAttempt(same.attempt, attempt)) throw keyReused()
      if (same) return (await same.answer).clone()
      if (tabletId !== undefined) tablets.set(key, tabletId)
      // Continues even if the tablet disconnects.
      const answering = answerAttempt(attempt, parsed, clock.steady(), seenVersion).finally(() => pending.delete(key))
      pending.set(key, { attempt, answer: answering })
      return (await answering).clone()
    },
  }
}

/** Returns the outcome if it belongs to the same attempt. @throws {HttpError} if the key was reused */
function checkSame(outcome: ActionAttempt, attempt: OpenAttempt): ActionAttempt {
  if (!isSameAttempt(outcome, attempt)) throw keyReused()
  return outcome
}

const keyReused = () => new HttpError(422, 'key_reused', 'This key belongs to another action.')

/** The error for the tablet; nothing if the key may be used again. */
function failureOf(error: unknown): HttpError | undefined {
  if (error instanceof HttpError) return error
  return error instanceof VendorFailure ? vendorHttpError(error) : undefined
}

function parseBody(action: Action, body: unknown): Intent['body'] {
  switch (action) {
    case 'accept':
      return parseAcceptBody(body)
    case 'reject':
      return parseRejectBody(body)
    case 'ready':
      return undefined
  }
}
