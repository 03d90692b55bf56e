import { codesAtMost, isCode, trimCode, unitsAtMost, unitsOf } from '#contract/desk/digital-code.ts'
import { cleanReasonText, isReasonTextTooLong } from '#contract/desk/reason-text.ts'
import { isRecord } from '#contract/json.ts'
import { readable } from '#contract/salvage.ts'
import { fromRejectItemId, toRejectItemId } from '#contract/vendor/item-id.ts'
import type { AcceptBody, DigitalCode, RejectBody } from '#contract/vendor/order-endpoints.ts'
import { orderItems, type ReadOrder } from '#contract/vendor/order.ts'
import { HttpError } from '#server/http/http-error.ts'
import type { CancelReasons } from '#server/vendor/forward.ts'

const badCodes = (message: string) => new HttpError(422, 'bad_codes', message)

/**
 * Parses the body of an accept: nothing for an ordinary order, else the typed codes, trimmed but otherwise unchanged.
 * @throws {HttpError} `bad_codes`
 */
export function parseAcceptBody(body: unknown): AcceptBody | undefined {
  if (body === undefined) return undefined
  const rows = isRecord(body) ? body['items'] : undefined
  if (!Array.isArray(rows) || rows.length === 0)
    throw badCodes('Give the codes of at least one item, or no body at all.')
  if (rows.length > codesAtMost) throw badCodes(`There are more than ${codesAtMost} codes.`)
  return { items: rows.map(parseRow) }
}

function parseRow(row: unknown): DigitalCode {
  const { order_item_id, secret_code, serial_number } = isRecord(row) ? row : {}
  // JSON numbers are refused: 0012 has already lost its zeros.
  if (typeof order_item_id !== 'string' || order_item_id === '')
    throw badCodes('Each code names its order item as text.')
  return { order_item_id, secret_code: parseCode(secret_code), serial_number: parseCode(serial_number) }
}

function parseCode(value: unknown): string {
  const code = typeof value === 'string' ? trimCode(value) : ''
  if (!isCode(code))
    throw badCodes('Each item needs a secret code and a serial number, as text of 1 to 256 characters.')
  return code
}

/**
 * Checks codes against the order: each item is on it and has one code per unit. `webhookIds` are the item ids of the
 * webhook. @returns the codes under the ids that the vendor expects. @throws {HttpError} `bad_codes`
 */
export function fitCodes({ items }: AcceptBody, order: ReadOrder, webhookIds: readonly string[]): AcceptBody {
  const lines = orderItems(order).map(readable)
  const ids = lines.map((line) => readable(line?.id))
  const names = namesOf(ids, webhookIds)
  const placeOf = ({ order_item_id: id }: DigitalCode) => (ids.includes(id) ? ids : names).indexOf(id)
  for (const place of new Set(items.map(placeOf))) {
    if (!lines[place]) throw badCodes('A code belongs to an item that is not on this order.')
    // The vendor treats lines with the same id as one.
    const units = sumOf(
      lines.filter((_, at) => ids[at] === ids[place]).map((line) => unitsOf(readable(line?.quantity))),
    )
    const given = items.filter((row) => placeOf(row) === place).length
    if (units !== undefined && given !== units) throw badCodes(`An item needs ${units} codes, and ${given} were given.`)
    // Without a countable quantity, the person who packs the order decides how many codes to enter.
    if (units === undefined && given > unitsAtMost) throw badCodes(`An item has at most ${unitsAtMost} codes.`)
  }
  return { items: items.map((row) => ({ ...row, order_item_id: names[placeOf(row)] ?? row.order_item_id })) }
}

/** The sum; nothing if any number is unknown. */
const sumOf = (numbers: readonly (number | undefined)[]): number | undefined =>
  numbers.reduce((sum, number) => (sum === undefined || number === undefined ? undefined : sum + number), 0)

/**
 * unspecified: the specification wants the item ids of the webhook, and does not say whether they equal those of the
 * order. If any of them does, all do; else they match its lines in sequence, if there are as many.
 */
function namesOf(ids: readonly (string | undefined)[], webhookIds: readonly string[]): readonly (string | undefined)[] {
  return webhookIds.length === ids.length && !webhookIds.some((id) => ids.includes(id)) ? webhookIds : ids
}

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
