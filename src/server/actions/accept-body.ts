import type { AcceptBody, DigitalCode } from '#contract/vendor/order-endpoints.ts'
import { orderItems, type ReadOrder } from '#contract/vendor/order.ts'
import { isRecord } from '#contract/json.ts'
import { readable } from '#contract/salvage.ts'
import { codesAtMost, isCode, trimCode, unitsAtMost, unitsOf } from '#contract/desk/digital-code.ts'
import { HttpError } from '#server/http/http-error.ts'

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
