import { isCalledOff } from '#domain/lane.ts'
import type { Action } from '#contract/desk/action.ts'
import type { Clock } from '#contract/clock.ts'
import type { AcceptBody, RejectBody } from '#contract/vendor/order-endpoints.ts'
import { readOrder } from '#contract/vendor/order.ts'
import type { OrderId } from '#contract/vendor/item-id.ts'
import type { OrderReader } from '#server/orders/order-reader.ts'
import type { OrderReading } from '#server/vendor/order-reading.ts'
import type { LogEntry } from '#server/storage/store.ts'
import { actionLimitMs, readLimitMs, settlingMs } from '#server/vendor/timeouts.ts'
import { secretsIn } from '#domain/redact-action.ts'
import { VendorFailure, type Vendor } from '#server/vendor/vendor.ts'
import type { AtTheVendor, Snapshot } from '#domain/action-attempt.ts'
import { judge } from '#domain/judge.ts'

/** How a tap ended, as far as the vendor could be asked. */
export type Outcome =
  | { readonly kind: 'done'; readonly reading: OrderReading }
  | { readonly kind: 'failed'; readonly failure: VendorFailure }
  | { readonly kind: 'unknown'; readonly isGranted: boolean }

/** The outcome, and how it came about. */
export interface Attempted extends Pick<LogEntry, 'settledBy' | 'vendor' | 'posts'> {
  readonly outcome: Outcome
}

export interface Intent {
  readonly action: Action
  readonly orderId: OrderId
  readonly body: AcceptBody | RejectBody | undefined
  /** The order as it was before; without it an accept is judged by the order's own signs. */
  readonly before: Snapshot | null
  /** By when the tap must have an answer, on the steady clock. */
  readonly deadline: number
  /** Until when it may be sent again, where that is allowed at all: the vendor may cancel an order after its window. */
  readonly repeatUntil: number
}

export interface AttemptDeps {
  readonly vendor: Vendor
  readonly orders: OrderReader
  readonly clock: Clock
  /** From 0 to 1. */
  readonly random: () => number
}

export interface Attempt {
  /** Whether what is left until a deadline is enough to send something, and to find out what came of it. */
  isTimeToSend(deadline: number): boolean
  /**
   * Sends what was tapped, and finds out what came of it. Never rejects for what the vendor does. `onGranted` is called
   * as soon as the vendor has said that it was done.
   */
  carryOut(intent: Intent, onGranted: () => Promise<void>): Promise<Attempted>
  /** Looks at an order until the vendor shows it or the time is up. @returns nothing where it does not. */
  reread(orderId: OrderId, deadline: number): Promise<OrderReading | undefined>
}

const names = { accept: 'acceptOrder', reject: 'rejectOrder', ready: 'markOrderReady' } as const

/** What a time-out must leave for finding out: the vendor's pause and one read. */
const reserveMs = 5_000
const triesAtMost = 5
const leastLookMs = 500

export function createAttempt({ vendor, orders, clock, random }: AttemptDeps): Attempt {
  const timeLeft = (deadline: number) => deadline - clock.steady()
  const isTimeToSend = (deadline: number, pauseMs = 0) => timeLeft(deadline) > pauseMs + reserveMs + 1_000

  /** @returns why it is not certain that it was done; nothing when the vendor said so. */
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

  /** Looks at the order once. @returns why the vendor does not show it, where it does not. */
  const look = (orderId: OrderId, deadline: number): Promise<OrderReading | VendorFailure> =>
    orders.readAnew(orderId, Math.min(readLimitMs, Math.max(leastLookMs, timeLeft(deadline)))).catch(notShown)

  async function reread(orderId: OrderId, deadline: number): Promise<OrderReading | undefined> {
    // Once in any case: where the machine slept or its clock was set ahead, the time is up by the clock alone.
    for (let pauseMs = 500; ; pauseMs = Math.min(2 * pauseMs, 2_000)) {
      const seen = await look(orderId, deadline)
      if (!(seen instanceof VendorFailure)) return seen
      // A vendor that asks to be left alone is asked once, for the person who waits, and then as it says.
      const waitMs = Math.max(pauseMs, seen.retryAfterMs ?? 0)
      if (timeLeft(deadline) <= waitMs) return undefined
      await clock.sleep(waitMs)
    }
  }

  /** Only a plain accept: twice accepted is once accepted, while a second rejection or code is another message. */
  const mayBeRepeated = ({ action, body }: Intent) => action === 'accept' && body === undefined

  /** Full jitter, so that tablets whose vendor recovers do not all come at once. */
  const pauseBefore = (tries: number, failure: VendorFailure) =>
    failure.retryAfterMs ?? random() * Math.min(4_000, 300 * 2 ** tries)

  const isTimeToRepeat = ({ deadline, repeatUntil }: Intent, pauseMs: number) =>
    isTimeToSend(deadline, pauseMs) && clock.now() + pauseMs < repeatUntil

  /**
   * Waits until what was sent has had its effect or none, and that is shown: where it must not be sent twice or may still
   * be at work; and where a refusal may mean that it was heard the first time.
   */
  async function letSettle(intent: Intent, failure: VendorFailure, { isLost }: History): Promise<void> {
    const isOnce = !failure.isClear && !mayBeRepeated(intent)
    if (failure.timedOut || isOnce || (isLost && failure.reason === 'refused')) await clock.sleep(settlingMs)
  }

  /** @returns the order as it is after a try that failed, where that may say what came of the tap. */
  async function trackDevice({ orderId, deadline }: Intent, failure: VendorFailure, { isLost }: History) {
    // A refusal that follows our own lost answer may only mean that we were heard the first time.
    if (isLost) return reread(orderId, deadline)
    // A clear refusal says all; it is shown beside the order as it is now.
    if (failure.reason === 'refused') await look(orderId, deadline)
    return undefined
  }

  async function carryOut(intent: Intent, onGranted: () => Promise<void>): Promise<Attempted> {
    const { orderId, deadline } = intent
    if (!isTimeToSend(deadline)) return ended({ kind: 'failed', failure: silence() }, null, nothingTried)
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
      // A vendor that asks to be left alone is not asked how the order is either.
      if (failure.reason === 'too-many' && mayComeAgain()) await clock.sleep(pauseMs)
      await letSettle(intent, failure, history)
      const reading = await trackDevice(intent, failure, history)
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

/** The tries of one tap so far. */
interface History {
  readonly tries: number
  /** Those of which something may have left this machine. */
  readonly posts: number
  /** What the vendor said to the last one. */
  readonly vendor: Attempted['vendor']
  /** Some try may have been carried out, though the vendor did not say so. */
  readonly isLost: boolean
  /** To some try the vendor said nothing that would tell. */
  readonly isSilent: boolean
}

const nothingTried: History = { tries: 0, posts: 0, vendor: null, isLost: false, isSilent: false }

/** `failure` is nothing where the vendor said that it was done. */
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

const ended = (outcome: Outcome, settledBy: LogEntry['settledBy'], { vendor, posts }: History): Attempted => ({
  outcome,
  settledBy: outcome.kind === 'unknown' ? null : settledBy,
  vendor,
  posts,
})

/**
 * What a tap has come to whose last try failed. `reading` is the order after it, where it was looked at.
 * @returns nothing where nothing was done: then `failure` is what the person is told, unless it is tried again.
 */
function outcomeOfFailure(
  intent: Intent,
  { isLost, isSilent }: History,
  failure: VendorFailure,
  reading: OrderReading | undefined,
): Outcome | undefined {
  if (!isLost) return undefined
  const seen = outcomeOf({ ...intent, isGranted: false }, reading, failure)
  // The vendor has refused it each time: it is somebody else's doing that the order is called off.
  if (seen.kind === 'done' && intent.action === 'reject' && !isSilent && isCalledOff(seen.reading.order))
    return peerChanges
  // Where no try was without a word of the vendor, that word stands, unless the order shows otherwise.
  if (seen.kind === 'unknown') return reading && !isSilent ? undefined : seen
  const isUnchanged = seen.kind === 'failed' && seen.failure === failure
  return isUnchanged ? undefined : seen
}

const isTransient = (failure: VendorFailure): boolean =>
  failure.wasNeverSent || failure.wasNotTried || isPassing(failure)

const isRefusal = ({ status = 0 }: VendorFailure): boolean => status >= 400 && status < 500

/** Whether the vendor may answer otherwise in a moment. */
const isPassing = ({ isClear, reason }: VendorFailure): boolean => !isClear && reason !== 'rejected'

const peerChanges: Outcome = {
  kind: 'failed',
  failure: new VendorFailure('refused', 'The order changed in the meantime.'),
}

/**
 * What an order that was read again says of what was sent. `failure` is what the person is told when it shows that
 * nothing happened.
 */
export function outcomeOf(
  { action, before, isGranted }: Pick<AtTheVendor, 'action' | 'before' | 'isGranted'>,
  reading: OrderReading | undefined,
  failure = silence(),
): Outcome {
  if (!reading) return { kind: 'unknown', isGranted }
  // A 200 means done, even where the order still says `pending` for a while.
  if (isGranted) return { kind: 'done', reading }
  switch (judge(action, before, reading.order)) {
    case 'done':
      return { kind: 'done', reading }
    case 'unclear':
      return { kind: 'unknown', isGranted }
    case 'elsewhere':
      return peerChanges
    case 'unchanged':
      return { kind: 'failed', failure }
  }
}

/** What a tap is told that did nothing, without a word of the vendor. */
export const silence = () =>
  new VendorFailure('silent', 'The vendor service did not answer, and the order is as it was.')
