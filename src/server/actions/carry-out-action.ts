import { isCalledOff } from '#domain/lane.ts'
import type { Action } from '#contract/desk/action.ts'
import type { Clock } from '#contract/clock.ts'
import type { AcceptBody, RejectBody } from '#contract/vendor/order-endpoints.ts'
import { readOrder } from '#contract/vendor/order.ts'
import type { OrderId } from '#contract/vendor/item-id.ts'
import type { OrderReader } from '#server/orders/order-reader.ts'
import type { OrderReading } from '#server/vendor/order-reading.ts'
import type { LogEntry } from '#server/storage/store.ts'
import { actionLimitMs, readLimitMs, settlingMs } from '#server/vendor/vendor-transport.ts'
import { secretsIn } from '#domain/redact-action.ts'
import type { Vendor } from '#server/vendor/vendor.ts'
import { VendorFailure } from '#server/vendor/vendor-failure.ts'
import type { SentToVendor, Snapshot } from '#domain/action-attempt.ts'
import { judge } from '#domain/judge.ts'

/** The outcome of an attempt, as far as the vendor shows it. */
export type Outcome =
  | { readonly kind: 'done'; readonly reading: OrderReading }
  | { readonly kind: 'failed'; readonly failure: VendorFailure }
  | { readonly kind: 'unknown'; readonly isGranted: boolean }

/** The outcome, and how it was determined. */
export interface ActionResult extends Pick<LogEntry, 'settledBy' | 'vendor' | 'posts'> {
  readonly outcome: Outcome
}

export interface Intent {
  readonly action: Action
  readonly orderId: OrderId
  readonly body: AcceptBody | RejectBody | undefined
  /** The order before the action; without it an accept is judged by the later reading alone. */
  readonly before: Snapshot | null
  /** When the attempt must be answered, on the steady clock. */
  readonly deadline: number
  /** When repeats must stop, because the vendor may cancel an order after its window. */
  readonly repeatUntil: number
}

export interface ActionRunnerDeps {
  readonly vendor: Vendor
  readonly orders: OrderReader
  readonly clock: Clock
  /** From 0 to 1. */
  readonly random: () => number
}

export interface ActionRunner {
  /** Whether the time until a deadline suffices to send an action and to find out its outcome. */
  isTimeToSend(deadline: number): boolean
  /**
   * Sends an action and finds out its outcome; never rejects for a failure of the vendor. `onGranted` is called as soon
   * as the vendor confirms the action.
   */
  carryOut(intent: Intent, onGranted: () => Promise<void>): Promise<ActionResult>
  /** Reads an order until the vendor shows it or the deadline passes. @returns nothing in the latter case */
  reread(orderId: OrderId, deadline: number): Promise<OrderReading | undefined>
}

const names = { accept: 'acceptOrder', reject: 'rejectOrder', ready: 'markOrderReady' } as const

/** Time reserved after a timeout for the vendor's pause and one read. */
const reserveMs = 5_000
const triesAtMost = 5
const leastLookMs = 500

export function createActionRunner({ vendor, orders, clock, random }: ActionRunnerDeps): ActionRunner {
  const timeLeft = (deadline: number) => deadline - clock.steady()
  const isTimeToSend = (deadline: number, pauseMs = 0) => timeLeft(deadline) > pauseMs + reserveMs + 1_000

  /** @returns why success is uncertain; nothing if the vendor confirmed it */
  async function send({ action, orderId, body, deadline }: Intent): Promise<VendorFailure | undefined> {
    const timeLimitMs = Math.min(actionLimitMs, timeLeft(deadline) - reserveMs)
    try {
      const secrets = secretsIn(body)
      const answer = await vendor.call(names[action], { params: { orderId }, body, secrets, timeLimitMs })
      if (readOrder(orderId, answer.body.data)) return undefined
      return new VendorFailure('unreadable', 'The vendor service answered with something else than this order.', 200)
    } catch (error) {
      if (!(error instanceof VendorFailure)) throw error
      return error
    }
  }

  /** Reads the order once. @returns the failure if the vendor does not show it */
  const look = (orderId: OrderId, deadline: number): Promise<OrderReading | VendorFailure> =>
    orders.readAnew(orderId, Math.min(readLimitMs, Math.max(leastLookMs, timeLeft(deadline)))).catch(notShown)

  async function reread(orderId: OrderId, deadline: number): Promise<OrderReading | undefined> {
    // At least once: after sleep or a clock change, the deadline may have passed by the clock alone.
    for (let pauseMs = 500; ; pauseMs = Math.min(2 * pauseMs, 2_000)) {
      const seen = await look(orderId, deadline)
      if (!(seen instanceof VendorFailure)) return seen
      // Reads once for the waiting person even during the vendor's Retry-After, then respects it.
      const waitMs = Math.max(pauseMs, seen.retryAfterMs ?? 0)
      if (timeLeft(deadline) <= waitMs) return undefined
      await clock.sleep(waitMs)
    }
  }

  /** Only a plain accept is idempotent; a second rejection or code is another message. */
  const mayBeRepeated = ({ action, body }: Intent) => action === 'accept' && body === undefined

  /** Full jitter, so that retries after an outage do not arrive together. */
  const pauseBefore = (tries: number, failure: VendorFailure) =>
    failure.retryAfterMs ?? random() * Math.min(4_000, 300 * 2 ** tries)

  const isTimeToRepeat = ({ deadline, repeatUntil }: Intent, pauseMs: number) =>
    isTimeToSend(deadline, pauseMs) && clock.now() + pauseMs < repeatUntil

  /**
   * Waits until the effect of a request would show: if it must not be sent twice, may still be processed, or a refusal
   * may mean that an earlier request succeeded.
   */
  async function letSettle(intent: Intent, failure: VendorFailure, { isLost }: History): Promise<void> {
    const isOnce = !failure.isClear && !mayBeRepeated(intent)
    if (failure.timedOut || isOnce || (isLost && failure.reason === 'refused')) await clock.sleep(settlingMs)
  }

  /** @returns the order after a failed try, if it may show the outcome */
  async function readAfterFailure({ orderId, deadline }: Intent, failure: VendorFailure, { isLost }: History) {
    // A refusal after a lost answer may mean that the earlier request succeeded.
    if (isLost) return reread(orderId, deadline)
    // A clear refusal is final; the order is read so that the tablet shows its current state.
    if (failure.reason === 'refused') await look(orderId, deadline)
    return undefined
  }

  async function carryOut(intent: Intent, onGranted: () => Promise<void>): Promise<ActionResult> {
    const { orderId, deadline } = intent
    if (!isTimeToSend(deadline)) return ended({ kind: 'failed', failure: noAnswer() }, null, nothingTried)
    for (let history = nothingTried; ;) {
      const failure = await send(intent)
      history = withTry(history, failure)
      if (!failure) {
        const [reading] = await Promise.all([reread(orderId, deadline), onGranted()])
        return ended(outcomeOf({ ...intent, isGranted: true }, reading), 'answer', history)
      }
      const { tries, isLost } = history
      const pauseMs = pauseBefore(tries, failure)
      const notBefore = clock.steady() + pauseMs
      const pauseLeftMs = () => Math.max(0, notBefore - clock.steady())
      const mayComeAgain = () =>
        isTransient(failure) && mayBeRepeated(intent) && tries < triesAtMost && isTimeToRepeat(intent, pauseLeftMs())
      // A vendor that asks for a pause gets no read either.
      if (failure.reason === 'too-many' && mayComeAgain()) await clock.sleep(pauseMs)
      await letSettle(intent, failure, history)
      const reading = await readAfterFailure(intent, failure, history)
      const outcome = outcomeOfFailure(intent, history, failure, reading)
      if (outcome || !mayComeAgain())
        return ended(outcome ?? { kind: 'failed', failure }, isLost ? 'reread' : 'answer', history)
      await clock.sleep(pauseLeftMs())
    }
  }

  return { isTimeToSend, carryOut, reread }
}

function notShown(error: unknown): VendorFailure {
  if (error instanceof VendorFailure) return error
  throw error
}

/** The tries of one attempt so far. */
interface History {
  readonly tries: number
  /** Tries of which something may have been sent. */
  readonly posts: number
  /** The vendor's answer to the last try. */
  readonly vendor: ActionResult['vendor']
  /** Whether a try may have succeeded without confirmation. */
  readonly isLost: boolean
  /** Whether a try got no conclusive answer. */
  readonly isSilent: boolean
}

const nothingTried: History = { tries: 0, posts: 0, vendor: null, isLost: false, isSilent: false }

/** `failure` is undefined if the vendor confirmed the action. */
function withTry({ tries, posts, isLost, isSilent }: History, failure: VendorFailure | undefined): History {
  const isUnclear = failure !== undefined && !failure.isClear
  return {
    tries: tries + 1,
    posts: failure?.wasNeverSent ? posts : posts + 1,
    vendor: failure ? { status: failure.status ?? null, message: failure.message } : { status: 200, message: null },
    isLost: isLost || isUnclear,
    isSilent: isSilent || (isUnclear && !isRefusal(failure)),
  }
}

const ended = (outcome: Outcome, settledBy: LogEntry['settledBy'], { vendor, posts }: History): ActionResult => ({
  outcome,
  settledBy: outcome.kind === 'unknown' ? null : settledBy,
  vendor,
  posts,
})

/**
 * The outcome of an attempt whose last try failed. `reading` is the order read after it, if any.
 * @returns nothing if the action was not done: then `failure` is reported, unless it is tried again
 */
function outcomeOfFailure(
  intent: Intent,
  { isLost, isSilent }: History,
  failure: VendorFailure,
  reading: OrderReading | undefined,
): Outcome | undefined {
  if (!isLost) return undefined
  const seen = outcomeOf({ ...intent, isGranted: false }, reading, failure)
  // The vendor refused every try, so somebody else cancelled the order.
  if (seen.kind === 'done' && intent.action === 'reject' && !isSilent && isCalledOff(seen.reading.order))
    return changedByOther
  // If the vendor answered every try, its answer stands unless the order shows otherwise.
  if (seen.kind === 'unknown') return reading && !isSilent ? undefined : seen
  const isUnchanged = seen.kind === 'failed' && seen.failure === failure
  return isUnchanged ? undefined : seen
}

const isTransient = (failure: VendorFailure): boolean =>
  failure.wasNeverSent || failure.wasNotTried || isPassing(failure)

const isRefusal = ({ status = 0 }: VendorFailure): boolean => status >= 400 && status < 500

/** Whether a retry may get a different answer. */
const isPassing = ({ isClear, reason }: VendorFailure): boolean => !isClear && reason !== 'rejected'

const changedByOther: Outcome = {
  kind: 'failed',
  failure: new VendorFailure('refused', 'The order changed in the meantime.'),
}

/** Derives the outcome of an action from a later reading. `failure` is reported if nothing happened. */
export function outcomeOf(
  { action, before, isGranted }: Pick<SentToVendor, 'action' | 'before' | 'isGranted'>,
  reading: OrderReading | undefined,
  failure = noAnswer(),
): Outcome {
  if (!reading) return { kind: 'unknown', isGranted }
  // A 200 means done, even if the order still shows `pending` for a while.
  if (isGranted) return { kind: 'done', reading }
  switch (judge(action, before, reading.order)) {
    case 'done':
      return { kind: 'done', reading }
    case 'unclear':
      return { kind: 'unknown', isGranted }
    case 'elsewhere':
      return changedByOther
    case 'unchanged':
      return { kind: 'failed', failure }
  }
}

/** The failure of an attempt that had no effect and got no answer. */
export const noAnswer = () =>
  new VendorFailure('silent', 'The vendor service did not answer, and the order is as it was.')
