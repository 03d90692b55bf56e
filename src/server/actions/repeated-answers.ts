import type { OrderRecord } from '#domain/order.ts'
import { readOrder, statusKey } from '#contract/vendor/order.ts'
import type { OrderId } from '#contract/vendor/item-id.ts'
import { answer, answerFailure, answerText } from '#server/http/http-error.ts'
import { noReading, type OrderReader } from '#server/orders/order-reader.ts'
import type { OrderReading } from '#server/vendor/order-reading.ts'
import { createRecent } from '#server/runtime/recent.ts'
import { failureTold, unknownOutcome } from './action-answer.ts'
import type { CompletedAttempt, Tap } from '#domain/action-attempt.ts'

export interface RepeatedAnswersDeps {
  readonly orders: OrderReader
  /** An order as the desk keeps it. */
  readonly findOrder: (orderId: OrderId) => Promise<OrderRecord | undefined>
}

export interface RepeatedAnswers {
  /** Keeps the vendor's answer with the order, hand-over codes and all: in memory alone, for whoever asks again. */
  keep(key: string, text: string): void
  /** What a tablet is told of a tap by now. */
  tell(tap: Tap): Promise<Response>
}

/** The reading that settled a tap was asked for before it was settled; but it is no older than what was done. */
function isAsDone(
  { orderId, order, readAt }: OrderRecord,
  { settledAt, statusKey: asDone }: CompletedAttempt,
): boolean {
  if (readAt !== null && readAt >= settledAt) return true
  // Before it was done, it was pending.
  return asDone !== null && asDone !== 'pending' && statusKey(readOrder(orderId, order)) === asDone
}

/** A tap is sent again within minutes; who asks later is told from a new reading. */
const answersKept = 200

export function createRepeatedAnswers({ orders, findOrder }: RepeatedAnswersDeps): RepeatedAnswers {
  const answers = createRecent<string>(answersKept, (text) => text)

  /** The order as it is since then: what was asked for before may show it as it was. */
  async function readSince(orderId: OrderId, settledAt: number): Promise<OrderReading | undefined> {
    const reading = await orders.read(orderId).catch(noReading)
    return reading && reading.askedAt < settledAt ? orders.readAnew(orderId).catch(noReading) : reading
  }

  return {
    keep: answers.set,
    async tell(tap) {
      const { key, orderId } = tap
      if (tap.state === 'failed') return answerFailure(failureTold(tap.failure))
      if (tap.state !== 'done') return unknownOutcome(orders.last(orderId)?.text)
      const text = answers.get(key) ?? (await readSince(orderId, tap.settledAt))?.text
      if (text !== undefined) return answerText(200, text)
      const kept = await findOrder(orderId)
      // It was done; but a 200 shows the order, and without one as it was then or later nobody knows what it shows.
      return kept && isAsDone(kept, tap) ? answer(200, { data: kept.order }) : unknownOutcome(undefined)
    },
  }
}
