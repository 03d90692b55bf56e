import { isRecord } from '#contract/json.ts'
import { reasonCodes } from '#contract/vendor/own-reason.ts'
import { cancelReasons } from './cancel-reasons.ts'
import type { SimulatedOrder } from './order-book.ts'
import { invalidReason } from './refusal.ts'

/** What a service may do with a rejection where the specification does not say. */
export interface RejectionHabits {
  /** unspecified: whether a `cancel_reason_id` and a `reason_text` go together. */
  refusesTextBesideReason: boolean
}

/**
 * Which lines a rejection says are missing; none where it rejects the order whole. Every field is optional, so that
 * an empty body is a legal rejection; the specification, "POST …/reject".
 * @throws {Refusal} where the reason is unknown, asks for items that were not given, or has a text beside it that this service refuses.
 */
export function missingLines(order: SimulatedOrder, body: unknown, habits: RejectionHabits): readonly string[] {
  if (body === undefined) return []
  if (!isRecord(body)) throw invalidReason()
  const code: unknown = body['reason_code']
  if (code !== undefined && !reasonCodes.some((known) => known === code)) throw invalidReason()
  const reasonId = body['cancel_reason_id']
  if (reasonId === undefined) return []
  const reason = cancelReasons.find(({ id }) => id === reasonId)
  if (!reason || (habits.refusesTextBesideReason && body['reason_text'] !== undefined)) throw invalidReason()
  return reason.should_select_items ? chosenLines(order, body['items']) : []
}

function chosenLines(order: SimulatedOrder, items: unknown): readonly string[] {
  if (!Array.isArray(items) || items.length === 0) throw invalidReason()
  return items.map((item: unknown) => {
    // Integers, as the specification has them: a string is not taken for one.
    const id = isRecord(item) && Number.isSafeInteger(item['id']) ? String(item['id']) : undefined
    const line = order.lines.find((each) => each.id === id)
    if (!line) throw invalidReason()
    return line.id
  })
}
