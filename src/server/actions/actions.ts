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
import type { CancelReasons } from '#server/vendor/cancel-reasons.ts'
import { answeredWithinMs } from '#server/vendor/timeouts.ts'
import { sentOf } from '#domain/redact-action.ts'
import { vendorHttpError } from '#server/vendor/vendor-http-error.ts'
import { VendorFailure, type Vendor } from '#server/vendor/vendor.ts'
import { parseAcceptBody } from './accept-body.ts'
import { alreadyAnswered, orderBusy, savedFailure } from './action-answer.ts'
import { createActionJournal } from './action-journal.ts'
import { createPreparation } from './action-preparation.ts'
import { createAnsweredBefore, isFollowUp, unseenForMs } from './answered-before.ts'
import { createAttempt, silence, type Intent } from './carry-out-action.ts'
import { parseRejectBody } from './reject-body.ts'
import { createReconciliation } from './reconciliation.ts'
import {
  isReconciled,
  type CompletedAttempt,
  type OpenAttempt,
  type SentAttempt,
  type Tap,
} from '#domain/action-attempt.ts'
import { isSameAttempt } from './attempt-digest.ts'
import { createRepeatedAnswers } from './repeated-answers.ts'

export interface ActionDeps {
  readonly store: ActionStore
  readonly clock: Clock
  readonly log: Log
  readonly emit: Emit
  /** From 0 to 1. */
  readonly random: () => number
  readonly servers: Pick<Cluster, 'id' | 'isGone' | 'isWatching'>
  readonly vendor: Vendor
  readonly orders: OrderReader
  readonly reasons: CancelReasons
  /** A digest that does not tell its text, the same after a restart: what was sent must be recognised, not kept. */
  readonly digest: (text: string) => string
  /** Takes down what became of an action, for the board. @throws {StoreUnavailable} */
  readonly noteAction: Inbox['noteAction']
  /** The latest version of the store that this server knows. */
  readonly version: () => number
  /** An order as the desk keeps it; `peekOrder`: one that is open. */
  readonly findOrder: (orderId: OrderId) => Promise<OrderRecord | undefined>
  readonly peekOrder: (orderId: OrderId) => OrderRecord | undefined
  readonly times: Pick<OrderTimes, 'respondBy'>
  /** The store did not take something that it will be handed again. @throws what is no failure of the store */
  readonly onStoreFailure: (error: unknown) => void
}

export interface Actions {
  /**
   * Accept, reject or ready: at most once for a key, and one at a time for an order; answered when the truth is known,
   * within 30 s. `body` is the request's JSON, or nothing where there was none; `by` is who tapped, and `tabletId` where:
   * two tablets may have one name; `seenVersion` is the version of the order's row that the tablet showed as somebody
   * tapped.
   * @throws {HttpError} @throws {StoreUnavailable} where nothing was sent, and the key may come again.
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
  /** Somebody has read an order: it may tell what came of a tap that is not settled. */
  noteReading(reading: OrderReading): void
  /** Reconciles what is nobody's any more; resolves when that has begun. @throws {StoreUnavailable} */
  takeUpLeft(closing: AbortSignal): Promise<void>
  /** Resolves when no action is under way. */
  idle(): Promise<void>
}

/** What a tap may spend on the outcome of an earlier one: enough of its own time is left to carry it out. */
const settleEarlierMs = 8_000
/** Of the last seconds they matter, and a shop taps a few times in one. */
const tabletsKept = 1000

export function createActions(parts: ActionDeps): Actions {
  const { clock, digest, peekOrder, times, onStoreFailure } = parts
  const journal = createActionJournal(parts)
  const prepare = createPreparation({ ...parts, journal })
  const attempt = createAttempt(parts)
  const { keep, tell } = createRepeatedAnswers(parts)
  /** By key: from which tablet the latest taps came, as far as this server has seen them come. */
  const tablets = createRecent<string>(tabletsKept, (tabletId) => tabletId)
  const answeredBefore = createAnsweredBefore(journal, parts.orders, peekOrder, isOfSameHand)
  const reconciliation = createReconciliation({ ...parts, journal, attempt, answeredBefore, told: { keep } })
  const { conclude, reconcile } = reconciliation
  /** By key: whoever repeats a tap that is being answered shares its answer. */
  const underWay = new Map<string, { readonly tap: OpenAttempt; readonly answer: Promise<Response> }>()

  async function answerAttempt(
    tap: OpenAttempt,
    parsed: Intent['body'],
    cameAt: number,
    seen?: number,
  ): Promise<Response> {
    const known = await journal.find(tap.key)
    if (known) return tell(await meet(known, tap))
    await journal.recallDone(tap.orderId)
    // No pause from here to `open`: of two taps one must see the other.
    const current = journal.inFlight(tap.orderId)
    const faster = answeredBefore(tap, unseenForMs(seen, journal.lastDone(tap.orderId)))
    if (current ?? faster) {
      const why = current ? orderBusy(current) : alreadyAnswered(faster ?? tap)
      return tell(await meet(await journal.fail(tap, savedFailure(why)), tap))
    }
    journal.open(tap)
    try {
      const outcome = await run(tap, parsed, cameAt)
      return await tell(journal.holds(tap.key) ? own(outcome, tap) : await meet(outcome, tap))
    } finally {
      journal.release(tap)
    }
  }

  /** Whether one person made both taps on one tablet. Where the desk does not know, it is not so. */
  function isOfSameHand(tap: Tap, earlier: Tap): boolean {
    const tabletId = tablets.get(tap.key)
    const isSameTablet = tabletId !== undefined && tabletId === tablets.get(earlier.key)
    return isSameTablet && tap.by !== null && tap.by.person === earlier.by?.person
  }

  /** Carries a tap out that came at a moment of the steady clock. @returns what became of it. */
  async function run(tap: OpenAttempt, parsed: Intent['body'], cameAt: number): Promise<Tap> {
    const { action, orderId } = tap
    try {
      // Nothing new is sent while it is not known what came of the last thing that was.
      const unreconciled = journal.unknown(orderId)
      const earlier = unreconciled && (await reconcile(unreconciled, cameAt + settleEarlierMs))
      if (earlier?.state === 'unknown') throw orderBusy(earlier)
      if (earlier?.state === 'done' && !isFollowUp(tap, earlier)) throw alreadyAnswered(earlier)
      const doneBefore = journal.lastDone(orderId)
      const { names, ...prepared } = await prepare(action, orderId, parsed)
      const deadline = cameAt + answeredWithinMs
      if (!attempt.isTimeToSend(deadline)) throw silence()
      const begun = await journal.send(tap, { sent: sentOf(prepared.body, names), before: prepared.before })
      if ('inTheWay' in begun) return giveWay(tap, begun.inTheWay)
      const { sent } = begun
      const hindered = await hindrance(sent, doneBefore)
      if (hindered) return await journal.fail(sent, savedFailure(hindered))
      const record = peekOrder(orderId)
      const repeatUntil = record ? times.respondBy(record) : Number.POSITIVE_INFINITY
      const intent: Intent = { action, orderId, ...prepared, deadline, repeatUntil }
      return await conclude(sent, await attempt.carryOut(intent, () => journal.grant(sent)))
    } catch (error) {
      if (journal.latest(tap).state !== 'open') throw error
      const failure = failureOf(error)
      if (failure) return journal.fail(tap, savedFailure(failure))
      journal.drop(tap)
      throw error
    }
  }

  /** Why a tap that is written down is not sent after all: left as it is, it would be waited for until this server ends. */
  async function hindrance(tap: SentAttempt, doneBefore: CompletedAttempt | undefined): Promise<HttpError | undefined> {
    try {
      // Whatever another server had under way as this tap came is settled by now: perhaps it was the answer.
      await journal.recallDone(tap.orderId)
    } catch (error) {
      onStoreFailure(error)
      return storeUnavailable()
    }
    const meanwhile = journal.lastDone(tap.orderId)
    const isAnswered = meanwhile && meanwhile.key !== doneBefore?.key && !isFollowUp(tap, meanwhile)
    return isAnswered ? alreadyAnswered(meanwhile) : undefined
  }

  /** Another server was faster: with another tap of the same order, or with this very tap, which came to both. */
  function giveWay(tap: OpenAttempt, other: Tap): Tap {
    if (other.key !== tap.key) throw orderBusy(other)
    journal.drop(tap)
    return other
  }

  /** What is known by now of a tap that came before. @throws {HttpError} where it was another one. */
  async function meet(known: Tap, tap: OpenAttempt): Promise<Tap> {
    return catchUp(own(known, tap))
  }

  /** What is known of a tap by now. */
  async function catchUp(known: Tap): Promise<Tap> {
    const deadline = clock.steady() + answeredWithinMs
    // One that is `open` is being answered, and whoever repeats it shares that answer.
    if (isReconciled(known) || known.state === 'open') return known
    const latest = await journal.follow(known, deadline)
    return latest.state === 'unknown' && journal.holds(latest.key) ? reconcile(latest, deadline) : latest
  }

  return {
    noteReading: reconciliation.noteReading,
    takeUpLeft: reconciliation.takeUpLeft,
    async idle() {
      while (underWay.size > 0) await Promise.allSettled([...underWay.values()].map(({ answer }) => answer))
      await reconciliation.idle()
    },
    async perform(action, orderId, key, body, by, tabletId, seenVersion) {
      const parsed = parseBody(action, body)
      // Of a ready nothing is sent; but whoever repeats it with something else in it means something else.
      const meant = action === 'ready' ? body : parsed
      const attemptDigest = digest(JSON.stringify([action, orderId, meant ?? null]))
      const tap: OpenAttempt = { state: 'open', key, action, orderId, by, digest: attemptDigest, at: clock.now() }
      const same = underWay.get(key)
      if (same && !isSameAttempt(same.tap, tap)) throw keyReused()
      if (same) return (await same.answer).clone()
      if (tabletId !== undefined) tablets.set(key, tabletId)
      // Detached from the tablet: whoever asked may be gone, and it is carried out all the same.
      const answering = answerAttempt(tap, parsed, clock.steady(), seenVersion).finally(() => underWay.delete(key))
      underWay.set(key, { tap, answer: answering })
      return (await answering).clone()
    },
  }
}

/** What became of a tap, where it is that of its key. @throws {HttpError} */
function own(outcome: Tap, tap: OpenAttempt): Tap {
  if (!isSameAttempt(outcome, tap)) throw keyReused()
  return outcome
}

const keyReused = () => new HttpError(422, 'key_reused', 'This key belongs to another tap.')

/** What a tablet is told; nothing where the tap may come again. */
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
