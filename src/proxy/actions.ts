import type { Action } from '#contract/desk/action.ts'
import type { Who } from '#contract/desk/who.ts'
import type { OrderId } from '#contract/vendor/order-id.ts'
import { parseAcceptBody } from './accept-body.ts'
import { alreadyAnswered, orderBusy, toldFailure } from './action-answer.ts'
import { createActionJournal, type JournalParts } from './action-journal.ts'
import { createPreparation } from './action-preparation.ts'
import { createAnsweredBefore, isFollowUp } from './answered-before.ts'
import { createAttempt, silence, type AttemptParts, type Intent } from './attempt.ts'
import type { CancelReasons } from './cancel-reasons.ts'
import { DeskFailure } from './desk-failure.ts'
import type { OrderReading } from './order-reader.ts'
import { answeredWithinMs } from './patience.ts'
import { parseRejectBody } from './reject-body.ts'
import { sentOf } from './said.ts'
import { createSettlement, type SettlementParts } from './settlement.ts'
import { isSettled, type OpenTap, type Tap } from './tap.ts'
import { isSameTap } from './tap-digest.ts'
import { createToldAnswers, type ToldAnswerParts } from './told-answers.ts'
import { VendorFailure, type Vendor } from './vendor.ts'
import { vendorTrouble } from './vendor-trouble.ts'

export interface ActionParts
  extends JournalParts, ToldAnswerParts, Pick<SettlementParts, 'log' | 'noteAction'>, Pick<AttemptParts, 'random'> {
  readonly vendor: Vendor
  readonly reasons: CancelReasons
  /** A digest that does not tell its text, the same after a restart: what was sent must be recognised, not kept. */
  readonly digest: (text: string) => string
  /** By when an order should be answered, where that is known. */
  readonly respondBy: (orderId: OrderId) => number | undefined
}

export interface Actions {
  /**
   * Accept, reject or ready: at most once for a key, and one at a time for an order; answered when the truth is known,
   * within 30 s. `body` is the request's JSON, or nothing where there was none; `by` is who tapped.
   * @throws {DeskFailure} @throws {StoreUnavailable} where nothing was sent, and the key may come again.
   */
  perform(action: Action, orderId: OrderId, key: string, body: unknown, by: Who | null): Promise<Response>
  /** Somebody has read an order: it may tell what came of a tap that is not settled. */
  noteReading(reading: OrderReading): void
  /** Settles what an earlier server left unsettled; resolves when that has begun. @throws {StoreUnavailable} */
  open(closing: AbortSignal): Promise<void>
  /** Resolves when no action is under way. */
  idle(): Promise<void>
}

/** Two people who tap within this time cannot have seen each other's answer. */
const sameMomentMs = 5_000
/** What a tap may spend on the outcome of an earlier one: enough of its own time is left to carry it out. */
const settleEarlierMs = 8_000

export function createActions(parts: ActionParts): Actions {
  const { clock, digest, respondBy } = parts
  const prepare = createPreparation(parts)
  const journal = createActionJournal(parts)
  const attempt = createAttempt(parts)
  const { keep, tell } = createToldAnswers(parts)
  const answeredBefore = createAnsweredBefore(journal, parts.orders)
  const settlement = createSettlement({ ...parts, journal, attempt, answeredBefore, told: { keep } })
  const { conclude, settle } = settlement
  /** By key: whoever repeats a tap that is being answered shares its answer. */
  const underWay = new Map<string, { readonly tap: OpenTap; readonly answer: Promise<Response> }>()

  async function answerTap(tap: OpenTap, parsed: Intent['body']): Promise<Response> {
    const known = await journal.find(tap.key)
    if (known) {
      if (!isSameTap(known, tap)) throw keyReused()
      return tell(await catchUp(known))
    }
    await journal.recallDone(tap.orderId)
    // No pause from here to `open`: of two taps one must see the other.
    const current = journal.inFlight(tap.orderId)
    const faster = answeredBefore(tap, sameMomentMs)
    if (current ?? faster) {
      return tell(await journal.fail(tap, toldFailure(current ? orderBusy(current) : alreadyAnswered(faster ?? tap))))
    }
    journal.open(tap)
    try {
      return await tell(await run(tap, parsed))
    } finally {
      journal.release(tap)
    }
  }

  /** Carries a tap out. @returns what became of it; it stays `open` where an earlier one must be settled first. */
  async function run(tap: OpenTap, parsed: Intent['body']): Promise<Tap> {
    const { action, orderId, at } = tap
    try {
      // Nothing new is sent while it is not known what came of the last thing that was.
      const unsettled = journal.unknown(orderId)
      const earlier = unsettled && (await settle(unsettled, at + settleEarlierMs))
      if (earlier?.state === 'unknown') return tap
      if (earlier?.state === 'done' && !isFollowUp(tap, earlier)) throw alreadyAnswered(earlier)
      const { reason, ...prepared } = await prepare(action, orderId, parsed)
      const deadline = at + answeredWithinMs
      if (!attempt.isTimeToSend(deadline)) throw silence()
      const sent = await journal.send(tap, { sent: sentOf(prepared.body, reason), before: prepared.before })
      if (sent.state !== 'sent' || sent.key !== tap.key) throw orderBusy(sent)
      const repeatUntil = respondBy(orderId) ?? Number.POSITIVE_INFINITY
      const intent: Intent = { action, orderId, ...prepared, deadline, repeatUntil }
      return await conclude(sent, await attempt.carryOut(intent, () => journal.grant(sent)))
    } catch (error) {
      if (journal.latest(tap).state !== 'open') throw error
      const failure = failureOf(error)
      if (failure) return journal.fail(tap, toldFailure(failure))
      journal.drop(tap)
      throw error
    }
  }

  /** What is known of a tap by now. */
  async function catchUp(known: Tap): Promise<Tap> {
    const deadline = clock.now() + answeredWithinMs
    if (known.state === 'unknown') return settle(known, deadline)
    if (known.state !== 'open') return known
    const unsettled = journal.unknown(known.orderId)
    if (unsettled && !isSettled(await settle(unsettled, deadline))) return known
    // What it waited for is settled; it was never sent, and is not sent so much later.
    const done = journal.lastDone(known.orderId)
    const isAnswered = done && done.settledAt >= known.at && !isFollowUp(known, done)
    return journal.fail(known, toldFailure(isAnswered ? alreadyAnswered(done) : vendorTrouble(silence())))
  }

  return {
    noteReading: settlement.noteReading,
    open: settlement.open,
    async idle() {
      while (underWay.size > 0) await Promise.allSettled([...underWay.values()].map(({ answer }) => answer))
      await settlement.idle()
    },
    async perform(action, orderId, key, body, by) {
      const parsed = parseBody(action, body)
      // Of a ready nothing is sent; but whoever repeats it with something else in it means something else.
      const meant = action === 'ready' ? body : parsed
      const tapDigest = digest(JSON.stringify([action, orderId, meant ?? null]))
      const tap: OpenTap = { state: 'open', key, action, orderId, by, digest: tapDigest, at: clock.now() }
      const same = underWay.get(key)
      if (same && !isSameTap(same.tap, tap)) throw keyReused()
      if (same) return (await same.answer).clone()
      // Detached from the tablet: whoever asked may be gone, and it is carried out all the same.
      const answering = answerTap(tap, parsed).finally(() => underWay.delete(key))
      underWay.set(key, { tap, answer: answering })
      return (await answering).clone()
    },
  }
}

const keyReused = () => new DeskFailure(422, 'key_reused', 'This key belongs to another tap.')

/** What a tablet is told; nothing where the tap may come again. */
function failureOf(error: unknown): DeskFailure | undefined {
  if (error instanceof DeskFailure) return error
  return error instanceof VendorFailure ? vendorTrouble(error) : undefined
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
