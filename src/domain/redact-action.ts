import type { AcceptBody, RejectBody } from '#contract/vendor/order-endpoints.ts'

// What was said to the vendor and what it said, in the form in which it may be written down.

/** What was asked for, without codes and without anybody's own words. */
export interface Sent {
  readonly reason_id?: number
  /** What the vendor's list called it then. */
  readonly reason?: string
  readonly reason_code?: string
  /** Whether somebody gave a text beside the reason, or in its place. */
  readonly has_text?: true
  readonly item_ids?: readonly number[]
  /** What the order called them then, as many as a line can hold. */
  readonly items?: readonly string[]
  /** How many codes of digital goods. */
  readonly codes?: number
  /** Whether the code that was said at a hand-over was the service's. */
  readonly code_matched?: boolean
}

type Body = AcceptBody | RejectBody | undefined

/** What the vendor calls what a body names by ids. */
export type Names = Pick<Sent, 'reason' | 'items'>

/** What was asked for: which reason, which items, how many codes; no code, and nobody's own words. */
export function sentOf(body: Body, names: Names = {}): Sent {
  if (!body) return {}
  if (isAccept(body)) return { codes: body.items.length }
  const { cancel_reason_id, items, reason_code, reason_text } = body
  return {
    ...(cancel_reason_id !== undefined && { reason_id: cancel_reason_id }),
    ...(items && { item_ids: items.map(({ id }) => id) }),
    ...names,
    ...(reason_code !== undefined && { reason_code }),
    ...(reason_text !== undefined && { has_text: true }),
  }
}

/** A shorter word is in many a sentence by itself. */
const ownWordsFrom = 4

/** What must not be written down, should the vendor repeat it. */
export function secretsIn(body: Body): readonly string[] {
  if (!body) return []
  if (isAccept(body)) return body.items.flatMap(({ secret_code, serial_number }) => [secret_code, serial_number])
  const { reason_text: words = '' } = body
  return words.length < ownWordsFrom ? [] : [words]
}

/** As a service may write it that repeats a request: as it is, in JSON (PHP's too), or as in an address. */
function formsOf(text: string): readonly string[] {
  const json = JSON.stringify(text).slice(1, -1)
  return [text, json, json.replaceAll('/', String.raw`\/`), encodeURIComponent(text.toWellFormed())]
}

/** A text with each of these in it replaced, the longest first. */
export const withoutTexts = (text: string, texts: readonly string[]): string =>
  texts
    .flatMap(formsOf)
    .toSorted((one, other) => other.length - one.length)
    .reduce((rest, each) => (each === '' ? rest : rest.replaceAll(each, '…')), text)

const longestMessage = 300

/** The vendor's words as they are kept: without control characters, and of a length that a line can hold. */
export const redactMessage = (message: string): string =>
  message
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]+/gu, ' ')
    .slice(0, longestMessage)
    .toWellFormed()

const isAccept = (body: AcceptBody | RejectBody): body is AcceptBody =>
  body.items?.some((item) => 'secret_code' in item) ?? false
