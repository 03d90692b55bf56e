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
 * What to send with a rejection: a reason of the list or a code, either with a text, and nothing in it that was not
 * understood. Stricter than the vendor by design: without a reason that somebody chose, nothing is sent.
 * @throws {HttpError} `no_reason`, `one_reason_only`, `bad_item`
 */
export function parseRejectBody(body: unknown): RejectBody {
  const { cancel_reason_id, items, reason_code, reason_text } = isRecord(body) ? body : {}
  if (cancel_reason_id === undefined) return withoutList(reason_code, reason_text)
  if (reason_code !== undefined) {
    throw new HttpError(422, 'one_reason_only', 'Give a reason of the list or a reason code, not both.')
  }
  // unspecified: whether an id and a text go together; all fields are optional.
  return { ...withReasonOfList(cancel_reason_id, items), ...textOf(reason_text) }
}

function withReasonOfList(reasonId: unknown, items: unknown): RejectBody {
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

/** A whole number of 0 or more, as a number or as its exact digits; never rounded. */
function wholeNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' ? toRejectItemId(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : undefined
}

function withoutList(code: unknown, text: unknown): RejectBody {
  if (code !== undefined && (typeof code !== 'string' || !/^[A-Z_]{1,64}$/.test(code))) {
    throw noReason('The reason code is not one: capital letters and underscores.')
  }
  const body = { ...(code !== undefined && { reason_code: code }), ...textOf(text) }
  if (body.reason_code === undefined && body.reason_text === undefined) throw noReason('Choose a reason.')
  return body
}

/** The text of a rejection, where there is anything in it that can be seen. */
function textOf(text: unknown = ''): Pick<RejectBody, 'reason_text'> {
  if (typeof text !== 'string') throw noReason('The reason is not a text.')
  const words = cleanReasonText(text)
  if (isReasonTextTooLong(words)) throw noReason('The reason is longer than 500 characters.')
  return words === '' ? {} : { reason_text: words }
}

/**
 * Holds a rejection against the vendor's list of reasons and against the order: items where they are asked for, left
 * out where they are not, and none that is not on the order.
 * @throws {HttpError} `unknown_reason`, `items_required`, `bad_item`
 */
export async function checkRejection(body: RejectBody, order: ReadOrder, reasons: CancelReasons): Promise<RejectBody> {
  const { cancel_reason_id, items = [], ...text } = body
  if (cancel_reason_id === undefined) return body
  const reason = await reasons.find(cancel_reason_id)
  if (!reason) throw new HttpError(422, 'unknown_reason', 'The vendor service does not list this reason.')
  if (reason !== 'unknown' && reason.should_select_items !== true) return { cancel_reason_id, ...text }
  const onOrder = orderItems(order).map((item) => readable(readable(item)?.id))
  if (items.some(({ id }) => !onOrder.includes(fromRejectItemId(id)))) throw badItem('An item is not on this order.')
  // Without the list we cannot know: the rejection must remain possible, and the vendor decides.
  if (reason === 'unknown') return body
  if (items.length === 0) throw new HttpError(422, 'items_required', 'Choose the items that are not available.')
  return body
}
