import type { Action } from '#contract/desk/action.ts'
import type { Clock } from '#contract/clock.ts'
import type { AcceptBody, RejectBody } from '#contract/vendor/order-endpoints.ts'
import { readOrder, type ReadOrder } from '#contract/vendor/order.ts'
import type { OrderId } from '#contract/vendor/order-id.ts'
import { judge } from './judge.ts'
import type { OrderReader, OrderReading } from './order-reader.ts'
import { VendorFailure, type Vendor } from './vendor.ts'

/** How a tap ended, as far as the vendor could be asked. */
export type Outcome =
  | { readonly kind: 'done'; readonly reading: OrderReading }
  | { readonly kind: 'failed'; readonly failure: VendorFailure }
  | { readonly kind: 'unknown'; readonly isGranted: boolean }

export interface Intent {
  readonly action: Action
  readonly orderId: OrderId
  readonly body: AcceptBody | RejectBody | undefined
  /** The order as it was before; without it an accept is judged by the order's own signs. */
  readonly before: ReadOrder | undefined
  /** By when the tap must have an answer, on our clock. */
  readonly deadline: number
  /** The vendor said that it was done; what is missing is the order as it is now. */
  readonly isGranted?: boolean
}

export interface AttemptParts {
  readonly vendor: Vendor
  readonly orders: OrderReader
  readonly clock: Clock
  /** From 0 to 1. */
  readonly random: () => number
}

export interface Attempt {
  /** Sends what was tapped, and finds out what came of it. Never rejects for what the vendor does. */
  carryOut(intent: Intent): Promise<Outcome>
  /** Finds out what came of something sent earlier. */
  settle(intent: Intent): Promise<Outcome>
}

const names = { accept: 'acceptOrder', reject: 'rejectOrder', ready: 'markOrderReady' } as const

const sendLimitMs = 10_000
const readLimitMs = 8_000
/** What a time-out must leave for finding out: the vendor's pause and one read. */
const reserveMs = 5_000
/** A request that timed out may still be at work at the vendor: it is given this long before we look. */
const settlingMs = 2_000
const triesAtMost = 5

export function createAttempt({ vendor, orders, clock, random }: AttemptParts): Attempt {
  const timeLeft = ({ deadline }: Intent) => deadline - clock.now()
  /** To send it, and to find out what came of it. */
  const isTimeToSend = (intent: Intent, pauseMs = 0) => timeLeft(intent) > pauseMs + reserveMs + 1_000

  /** @returns why it is not certain that it was done; nothing when the vendor said so. */
  async function send({ action, orderId, body, ...intent }: Intent): Promise<VendorFailure | undefined> {
    const timeLimitMs = Math.min(sendLimitMs, intent.deadline - clock.now() - reserveMs)
    try {
      const answer = await vendor.call(names[action], { params: { orderId }, body, timeLimitMs })
      if (readOrder(orderId, answer.body.data)) return undefined
      return new VendorFailure('unreadable', 'The vendor service answered with something else than this order.', 200)
    } catch (error) {
      if (error instanceof VendorFailure) return error
      throw error
    }
  }

  /** Looks at the order once. @returns nothing where the vendor does not show it. */
  const look = (intent: Intent): Promise<OrderReading | undefined> =>
    orders.readAnew(intent.orderId, Math.min(readLimitMs, timeLeft(intent))).catch((error: unknown) => {
      if (error instanceof VendorFailure) return undefined
      throw error
    })

  /** Looks until the vendor answers or the time is up. */
  async function reread(intent: Intent): Promise<OrderReading | undefined> {
    for (let pauseMs = 500; timeLeft(intent) > pauseMs; pauseMs = Math.min(2 * pauseMs, 2_000)) {
      const reading = await look(intent)
      if (reading) return reading
      await clock.sleep(Math.min(pauseMs, Math.max(0, timeLeft(intent))))
    }
    return undefined
  }

  async function settle(intent: Intent): Promise<Outcome> {
    const reading = await reread(intent)
    return intent.isGranted ? granted(reading) : outcomeOf(intent, reading, silence())
  }

  /** `failure` is what the person is told when the order shows that nothing happened. */
  function outcomeOf(intent: Intent, reading: OrderReading | undefined, failure: VendorFailure): Outcome {
    if (!reading) return { kind: 'unknown', isGranted: false }
    switch (judge(intent.action, intent.before, reading.order)) {
      case 'done':
        return { kind: 'done', reading }
      case 'unclear':
        return { kind: 'unknown', isGranted: false }
      case 'elsewhere':
        return { kind: 'failed', failure: new VendorFailure('refused', 'The order changed in the meantime.') }
      case 'unchanged':
        return { kind: 'failed', failure }
    }
  }

  /** Only a plain accept: twice accepted is once accepted, while a second rejection or code is another message. */
  const mayBeRepeated = ({ action, body }: Intent) => action === 'accept' && body === undefined

  /** Full jitter, so that tablets whose vendor recovers do not all come at once. */
  const pauseBefore = (tries: number, failure: VendorFailure) =>
    failure.retryAfterMs ?? random() * Math.min(4_000, 300 * 2 ** tries)

  async function carryOut(intent: Intent): Promise<Outcome> {
    if (!isTimeToSend(intent)) return { kind: 'failed', failure: silence() }
    let isLost = false
    for (let tries = 1; ; tries += 1) {
      const failure = await send(intent)
      if (!failure) return granted(await reread(intent))
      if (!failure.isClear) isLost = true
      // What is sent once only is not judged while it may still be at work at the vendor.
      if (failure.timedOut || (!failure.isClear && !mayBeRepeated(intent))) await clock.sleep(settlingMs)
      // A refusal is shown beside the order as it is now.
      if (failure.reason === 'refused' && !isLost) await look(intent)
      // One that follows our own lost answer may only mean that we were heard the first time.
      const outcome: Outcome = isLost ? outcomeOf(intent, await reread(intent), failure) : { kind: 'failed', failure }
      const isTransient = !failure.isClear || failure.reason === 'too-many'
      if (outcome.kind !== 'failed' || outcome.failure !== failure || !isTransient) return outcome
      const pauseMs = pauseBefore(tries, failure)
      if (!mayBeRepeated(intent) || tries >= triesAtMost || !isTimeToSend(intent, pauseMs)) return outcome
      await clock.sleep(pauseMs)
    }
  }

  return { carryOut, settle }
}

/** A 200 means done, even where the order still says `pending` for a while. */
const granted = (reading: OrderReading | undefined): Outcome =>
  reading ? { kind: 'done', reading } : { kind: 'unknown', isGranted: true }

const silence = () => new VendorFailure('silent', 'The vendor service did not answer, and the order is as it was.')
