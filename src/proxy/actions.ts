import { tapLimitMs, type Action } from '#contract/desk/action.ts'
import type { AnsweredBy } from '#contract/desk/answered-by.ts'
import type { Who } from '#contract/desk/who.ts'
import type { Clock } from '#contract/clock.ts'
import { editJson, isRecord } from '#contract/json.ts'
import { statusKey } from '#contract/vendor/order.ts'
import type { OrderId } from '#contract/vendor/order-id.ts'
import { parseAcceptBody } from './accept-body.ts'
import { createPreparation } from './action-preparation.ts'
import { createActionJournal, type Tap } from './action-journal.ts'
import { createAttempt, type Intent, type Outcome } from './attempt.ts'
import type { CancelReasons } from './cancel-reasons.ts'
import { answer, answerFailure, answerText, DeskFailure } from './desk-failure.ts'
import type { OrderReader } from './order-reader.ts'
import type { LastAction } from './store.ts'
import { parseRejectBody } from './reject-body.ts'
import { VendorFailure, type Vendor } from './vendor.ts'
import { vendorTrouble } from './vendor-trouble.ts'

export interface ActionParts {
  readonly vendor: Vendor
  readonly orders: OrderReader
  readonly reasons: CancelReasons
  readonly clock: Clock
  readonly random: () => number
  /** A digest that does not tell its text: what was sent must be recognised, not kept. */
  readonly digest: (text: string) => string
  readonly log: (event: string, fields: Readonly<Record<string, unknown>>) => void
  /** Takes down what became of an action, for the board. */
  readonly noteAction: (orderId: OrderId, action: LastAction) => Promise<void>
}

export interface Actions {
  /**
   * Accept, reject or ready: at most once for a key, and one at a time for an order; answered when the truth is known,
   * within 30 s. `body` is the request's JSON, or nothing where there was none; `by` is who tapped.
   * @throws {DeskFailure}
   */
  perform(action: Action, orderId: OrderId, key: string, body: unknown, by: Who | null): Promise<Response>
  /** Resolves when no action is under way. */
  idle(): Promise<void>
}

/** Two people who tap within this time cannot have seen each other's answer. */
const sameMomentMs = 5_000
/** What a tap may spend on the outcome of an earlier one: enough of its own time is left to carry it out. */
const settleEarlierMs = 8_000
/** What is left of the 30 s for the way back to the tablet. */
const wayBackMs = 1_000

export function createActions(parts: ActionParts): Actions {
  const { orders, clock, digest, log, noteAction } = parts
  const prepare = createPreparation(parts)
  const journal = createActionJournal(clock)
  const attempt = createAttempt(parts)
  const underWay = new Set<Promise<Response>>()

  async function run(tap: Tap, parsed: Intent['body']): Promise<Response> {
    await settleEarlier(tap)
    const { orderId, action } = tap
    const prepared = await prepare(action, orderId, parsed)
    const intent: Intent = { action, orderId, ...prepared, deadline: deadlineOf(tap) }
    tap.intent = { ...intent, body: undefined }
    return conclude(tap, await attempt.carryOut(intent))
  }

  /** Nothing new is sent while it is not known what came of the last thing that was. */
  async function settleEarlier(tap: Tap): Promise<void> {
    const earlier = journal.unknown(tap.orderId)
    if (!earlier) return
    const settled = await settle(earlier, tap.at + settleEarlierMs)
    if (earlier.isUnknown) throw new StillUnknown(settled)
    if (earlier.done && !isFollowUp(tap, earlier)) throw alreadyAnswered(earlier)
  }

  function settle(tap: Tap, deadline: number): Promise<Response> {
    if (!tap.intent) return tap.answer
    tap.answer = attempt
      .settle({ ...tap.intent, deadline })
      .then((outcome) => conclude(tap, outcome))
      .catch(toResponse)
    return tap.answer
  }

  async function conclude(tap: Tap, outcome: Outcome): Promise<Response> {
    const { action, orderId } = tap
    tap.isUnknown = outcome.kind === 'unknown'
    if (outcome.kind === 'unknown' && tap.intent) tap.intent = { ...tap.intent, isGranted: outcome.isGranted }
    if (outcome.kind === 'done') tap.done = { at: clock.now(), statusKey: statusKey(outcome.reading.order) }
    journal.note(tap)
    const reason = outcome.kind === 'failed' ? outcome.failure.reason : undefined
    log('action', { action, order_id: orderId, outcome: outcome.kind, reason, ms: clock.now() - tap.at })
    await noteAction(orderId, { action, outcome: outcome.kind, by: tap.by, at: clock.now() })
    switch (outcome.kind) {
      case 'done':
        return answerText(200, outcome.reading.text)
      case 'unknown':
        return unknownOutcome(orders.last(orderId)?.text)
      case 'failed':
        throw explain(tap, outcome.failure)
    }
  }

  /** A refusal names who was faster. */
  function explain(tap: Tap, failure: VendorFailure): DeskFailure {
    const faster = failure.reason === 'refused' ? fasterThan(tap) : undefined
    return faster ? alreadyAnswered(faster) : vendorTrouble(failure)
  }

  /** Who answered the order so lately that this tap cannot have known of it. */
  function fasterThan(tap: Tap): Tap | undefined {
    const faster = journal.lastDone(tap.orderId)
    if (!faster?.done || tap.at - faster.done.at >= sameMomentMs || isFollowUp(tap, faster)) return undefined
    // Back from the customer, it may be answered again; but it may also be pending still, after a 200.
    const isWaitingAgain =
      faster.done.statusKey !== 'pending' && statusKey(orders.last(tap.orderId)?.order) === 'pending'
    return isWaitingAgain ? undefined : faster
  }

  function refuseWhileAnswered(tap: Tap): void {
    const current = journal.inFlight(tap.orderId)
    if (current) {
      throw new DeskFailure(409, 'order_busy', 'Somebody is answering this order right now.', {
        data: answeredBy(current),
      })
    }
    const faster = fasterThan(tap)
    if (faster) throw alreadyAnswered(faster)
  }

  return {
    async idle() {
      while (underWay.size > 0) await Promise.allSettled(underWay)
    },
    async perform(action, orderId, key, body, by) {
      const parsed = parseBody(action, body)
      const tapDigest = digest(JSON.stringify([action, orderId, parsed ?? null]))
      const known = journal.find(key)
      if (known && known.digest !== tapDigest) {
        throw new DeskFailure(422, 'key_reused', 'This key belongs to another tap.')
      }
      if (known) {
        const told = known.isUnknown ? settle(known, clock.now() + tapLimitMs - wayBackMs) : known.answer
        return told.then((response) => response.clone())
      }
      const tap: Tap = {
        key,
        action,
        orderId,
        by,
        digest: tapDigest,
        at: clock.now(),
        isUnknown: false,
        answer: never,
      }
      refuseWhileAnswered(tap)
      journal.add(tap)
      tap.answer = run(tap, parsed)
        .catch(toResponse)
        .finally(() => journal.release(tap))
      const answering = tap.answer
      underWay.add(answering)
      void answering.finally(() => underWay.delete(answering))
      return tap.answer.then((response) => response.clone())
    },
  }
}

const deadlineOf = (tap: Tap) => tap.at + tapLimitMs - wayBackMs

/** Who taps ready has seen the accept: without it there is nothing to tap. */
const isFollowUp = (tap: Tap, earlier: Tap) => tap.action === 'ready' && earlier.action === 'accept'

const never = new Promise<Response>(() => undefined)

class StillUnknown extends Error {
  readonly response: Response

  constructor(response: Response) {
    super('The last action on this order is not settled.')
    this.response = response
  }
}

/** What a tap is told is its answer, failures too: the same key gets the same one again. */
function toResponse(error: unknown): Response {
  if (error instanceof StillUnknown) return error.response.clone()
  if (error instanceof DeskFailure) return answerFailure(error)
  if (error instanceof VendorFailure) return answerFailure(vendorTrouble(error))
  throw error
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

const unknownOutcome = (lastKnown: string | undefined): Response =>
  lastKnown === undefined
    ? answer(202, { outcome: 'unknown', data: null })
    : answerText(
        202,
        editJson(lastKnown, (tree) => ({ outcome: 'unknown', data: isRecord(tree) ? tree['data'] : null })),
      )

const answeredBy = (tap: Tap): AnsweredBy => ({
  order: tap.orderId,
  action: tap.action,
  by: tap.by,
  at: new Date(tap.at).toISOString(),
})

const alreadyAnswered = (tap: Tap) =>
  new DeskFailure(409, 'already_answered', 'This order has been answered already.', { data: answeredBy(tap) })
