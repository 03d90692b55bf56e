import type { AnsweredBy } from '#contract/desk/action.ts'
import { editJson, isRecord } from '#contract/json.ts'
import type { OrderId } from '#contract/vendor/item-id.ts'
import { readOrder, statusKey } from '#contract/vendor/order.ts'
import type { ActionAttempt, CompletedAttempt, SavedFailure } from '#domain/action-attempt.ts'
import type { OrderRecord } from '#domain/order.ts'
import { answer, answerFailure, answerText, HttpError } from '#server/http/http-error.ts'
import { noReading, type OrderReader } from '#server/orders/order-reader.ts'
import { createRecent } from '#server/runtime/recent.ts'
import type { OrderReading } from '#server/vendor/order-reading.ts'

/** A 202: sent, outcome unknown. `lastKnown` is the vendor's last answer with the order. */
const unknownOutcome = (lastKnown: string | undefined): Response =>
  lastKnown === undefined
    ? answer(202, { outcome: 'unknown', data: null })
    : answerText(
        202,
        editJson(lastKnown, (tree) => ({ outcome: 'unknown', data: isRecord(tree) ? tree['data'] : null })),
      )

const answeredBy = (attempt: ActionAttempt): AnsweredBy => ({
  order: attempt.orderId,
  action: attempt.action,
  by: attempt.by,
  at: new Date(attempt.at).toISOString(),
})

/** Another attempt is in progress, or its outcome is unknown. */
export const orderBusy = (attempt: ActionAttempt) =>
  new HttpError(409, 'order_busy', 'This order was answered, and it is not known yet what came of it.', {
    data: answeredBy(attempt),
  })

/** Somebody else answered first. */
export const alreadyAnswered = (attempt: ActionAttempt) =>
  new HttpError(409, 'already_answered', 'This order has been answered already.', { data: answeredBy(attempt) })

/** Converts an error to its stored form. */
export const savedFailure = ({ status, code, message, details }: HttpError): SavedFailure => ({
  status,
  code,
  message,
  ...(details.retryAfterMs !== undefined && { retryAfterMs: details.retryAfterMs }),
  ...('data' in details && { data: details.data }),
})

/** Restores an error from its stored form. */
const toHttpError = ({ status, code, message, ...details }: SavedFailure): HttpError =>
  new HttpError(status, code, message, details)

export interface RepeatedAnswersDeps {
  readonly orders: OrderReader
  /** The stored record of an order. */
  readonly findOrder: (orderId: OrderId) => Promise<OrderRecord | undefined>
}

export interface RepeatedAnswers {
  /** Caches the vendor's answer, including hand-over codes, for repeated requests; in memory only. */
  save(key: string, text: string): void
  /** The answer to a tablet for the current state of an attempt. */
  respond(attempt: ActionAttempt): Promise<Response>
}

/** Whether the stored order shows the action; the confirming reading may predate `settledAt`. */
function isAsDone(
  { orderId, order, readAt }: OrderRecord,
  { settledAt, statusKey: asDone }: CompletedAttempt,
): boolean {
  if (readAt !== null && readAt >= settledAt) return true
  // A status other than pending shows the action.
  return asDone !== null && asDone !== 'pending' && statusKey(readOrder(orderId, order)) === asDone
}

/** Repeats arrive within minutes; later ones get a new reading. */
const answersHeld = 200

export function createRepeatedAnswers({ orders, findOrder }: RepeatedAnswersDeps): RepeatedAnswers {
  const answers = createRecent<string>(answersHeld, (text) => text)

  /** The order as of `settledAt` or later; an earlier reading may show an older state. */
  async function readSince(orderId: OrderId, settledAt: number): Promise<OrderReading | undefined> {
    const reading = await orders.read(orderId).catch(noReading)
    return reading && reading.askedAt < settledAt ? orders.readAnew(orderId).catch(noReading) : reading
  }

  return {
    save: answers.set,
    async respond(attempt) {
      const { key, orderId } = attempt
      if (attempt.state === 'failed') return answerFailure(toHttpError(attempt.failure))
      if (attempt.state !== 'done') return unknownOutcome(orders.last(orderId)?.text)
      const text = answers.get(key) ?? (await readSince(orderId, attempt.settledAt))?.text
      if (text !== undefined) return answerText(200, text)
      const stored = await findOrder(orderId)
      // A 200 must contain the order; without a reading as of then or later, its state is unknown.
      return stored && isAsDone(stored, attempt) ? answer(200, { data: stored.order }) : unknownOutcome(undefined)
    },
  }
}
