import { isRecord } from '#contract/json.ts'
import { cleanReasonText, isReasonTextTooLong } from '#contract/desk/reason-text.ts'
import type { RejectBody } from '#contract/vendor/order-endpoints.ts'
import { fromRejectItemId, toRejectItemId } from '#contract/vendor/item-id.ts'
import { orderItems, type ReadOrder } from '#contract/vendor/order.ts'
import { readable } from '#contract/salvage.ts'
import { HttpError } from '#server/http/http-error.ts'
import type { CancelReasons } from '#server/vendor/cancel-reasons.ts'

const noReason = (message: string) => new HttpError(422, 'no_reason', message)
const badItem = (message: string) => new HttpError(422, 'bad_item', message)

const itemsThinkable = 1000

/**
 * Parses the body of a rejection: a listed reason or a code, each with an optional text. Stricter than the vendor by
 * design: nothing is sent without a chosen reason, and unknown fields are dropped.
 * @throws {HttpError} `no_reason`, `one_reason_only`, `bad_item`
 */
export function parseRejectBody(body: unknown): RejectBody {
  const { cancel_reason_id, items, reason_code, reason_text } = isRecord(body) ? body : {}
  if (cancel_reason_id === undefined) return parseReasonCode(reason_code, reason_text)
  if (reason_code !== undefined) {
    throw new HttpError(422, 'one_reason_only', 'Give a reason of the list or a reason code, not both.')
  }
  // unspecified: whether an id and a text may be combined; all fields are optional.
  return { ...parseListedReason(cancel_reason_id, items), ...parseText(reason_text) }
}

function parseListedReason(reasonId: unknown, items: unknown): RejectBody {
  const cancel_reason_id = wholeNumber(reasonId)
  if (cancel_reason_id === undefined) throw noReason('The reason is not one of the list.')
  if (items === undefined) return { cancel_reason_id }
  if (!Array.isArray(items)) throw badItem('The items are not a list.')
  if (items.length > itemsThinkable) throw badItem(`There are more than ${itemsThinkable} items.`)
  const ids = items.map((item: unknown) => {
    const id = wholeNumber(isRecord(item) ? item['id'] : undefined)
    if (id === undefined)
      throw badItem('An item has an id that the vendor service cannot be told: it takes whole numbers only.')
    return id
  })
  return { cancel_reason_id, items: [...new Set(ids)].map((id) => ({ id })) }
}

/** A non-negative integer, as a number or as its exact digits; never rounded. */
function wholeNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' ? toRejectItemId(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : undefined
}

function parseReasonCode(code: unknown, text: unknown): RejectBody {
  if (code !== undefined && (typeof code !== 'string' || !/^[A-Z_]{1,64}$/.test(code))) {
    throw noReason('The reason code is not one: capital letters and underscores.')
  }
  const body = { ...(code !== undefined && { reason_code: code }), ...parseText(text) }
  if (body.reason_code === undefined && body.reason_text === undefined) throw noReason('Choose a reason.')
  return body
}

/** The text of a rejection, if it has visible characters. */
function parseText(text: unknown = ''): Pick<RejectBody, 'reason_text'> {
  if (typeof text !== 'string') throw noReason('The reason is not a text.')
  const trimmed = cleanReasonText(text)
  if (isReasonTextTooLong(trimmed)) throw noReason('The reason is longer than 500 characters.')
  return trimmed === '' ? {} : { reason_text: trimmed }
}

/**
 * Checks a rejection against the list of reasons and the order: items are required or removed as the reason demands,
 * and must be on the order. @throws {HttpError} `unknown_reason`, `items_required`, `bad_item`
 */
export async function checkRejection(body: RejectBody, order: ReadOrder, reasons: CancelReasons): Promise<RejectBody> {
  const { cancel_reason_id, items = [], ...text } = body
  if (cancel_reason_id === undefined) return body
  const reason = await reasons.find(cancel_reason_id)
  if (!reason) throw new HttpError(422, 'unknown_reason', 'The vendor service does not list this reason.')
  if (reason !== 'unknown' && reason.should_select_items !== true) return { cancel_reason_id, ...text }
  const onOrder = orderItems(order).map((item) => readable(readable(item)?.id))
  if (items.some(({ id }) => !onOrder.includes(fromRejectItemId(id)))) throw badItem('An item is not on this order.')
  // Without the list the vendor decides, because rejecting must remain possible.
  if (reason === 'unknown') return body
  if (items.length === 0) throw new HttpError(422, 'items_required', 'Choose the items that are not available.')
  return body
}
