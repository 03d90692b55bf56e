import { isRecord } from '#contract/json.ts'
import type { CancelReason } from '#contract/vendor/cancel-reason.ts'
import type { VendorError } from '#contract/vendor/failure.ts'
import { reasonCodes } from '#contract/vendor/own-reason.ts'
import type { SimulatedOrder } from './order-book.ts'

export const cancelReasons: readonly CancelReason[] = [
  {
    id: 1,
    name: 'Some items are not available',
    should_select_items: true,
    options: { select_items_title: 'Which items are missing?' },
  },
  { id: 2, name: 'Too many orders right now', should_select_items: false },
  { id: 3, name: 'Closing soon', should_select_items: false },
  { id: 4, name: 'The shop is closed', should_select_items: false },
  {
    id: 5,
    name: 'Prices have changed',
    should_select_items: true,
    options: { select_items_title: 'Choose the items with a new price' },
  },
  { id: 6, name: 'لا يوجد سائق توصيل', should_select_items: false },
  { id: 7, name: 'Another reason', should_select_items: false },
]

/** A request that the service refuses, with the texts of the specification, "Errors". */
export class Refusal extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }

  toResponse(): Response {
    const body: VendorError = { status: 'error', message: this.message }
    return Response.json(body, { status: this.status })
  }
}

export const orderNotFound = () => new Refusal(404, 'Order not found')
const invalidReason = () => new Refusal(400, 'Invalid rejection reason provided')

const done = { accept: 'accepted', reject: 'rejected', ready: 'marked as ready' } as const

export const wrongState = (action: keyof typeof done) =>
  new Refusal(400, `Order cannot be ${done[action]} in its current state`)

/** The accept endpoint shows this text without its final period. */
export const unauthenticated = (isAccept: boolean) =>
  new Refusal(401, isAccept ? 'Unauthenticated' : 'Unauthenticated.')

/** Choices of a service that the specification leaves open. */
export interface RejectionHabits {
  /** unspecified: whether `cancel_reason_id` and `reason_text` may be combined. */
  refusesTextBesideReason: boolean
}

/**
 * The missing lines of a rejection; none if it rejects the whole order. Every field is optional, so an empty body is
 * legal; the specification, "POST …/reject".
 * @throws {Refusal} if the reason is unknown, needs items that are not given, or has a text that this service refuses.
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
    // The specification has integers, so a string is refused.
    const id = isRecord(item) && Number.isSafeInteger(item['id']) ? String(item['id']) : undefined
    const line = order.lines.find((each) => each.id === id)
    if (!line) throw invalidReason()
    return line.id
  })
}
