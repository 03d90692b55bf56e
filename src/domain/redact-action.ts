import type { TabletRole } from '#contract/desk/tablet-role.ts'
import type { AcceptBody, RejectBody } from '#contract/vendor/order-endpoints.ts'

// Requests to the vendor and its answers, without anything that must not be stored.

/** A request without codes and without free text. */
export interface Sent {
  readonly reason_id?: number
  /** The reason's name in the vendor's list at that time. */
  readonly reason?: string
  readonly reason_code?: string
  /** Whether a free text was sent with the reason, or instead of it. */
  readonly has_text?: true
  readonly item_ids?: readonly number[]
  /** The items' names on the order at that time, up to a limit. */
  readonly items?: readonly string[]
  /** Number of codes of digital goods. */
  readonly codes?: number
  /** Whether the code given at a hand-over matched the service's. */
  readonly code_matched?: boolean
  /** The new role of a tablet. */
  readonly role?: TabletRole
  /** The new number of a tablet's categories; null for all. */
  readonly categories?: number | null
}

type Body = AcceptBody | RejectBody | undefined

/** The vendor's names for the ids in a body. */
export type Names = Pick<Sent, 'reason' | 'items'>

/** Summarizes a body for the log: reason, items and number of codes, but no code and no free text. */
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

/** Shorter words occur in many sentences anyway. */
const ownWordsFrom = 4

/** Codes and free texts to remove from the vendor's message, should it repeat them. */
export function secretsIn(body: Body): readonly string[] {
  if (!body) return []
  if (isAccept(body)) return body.items.flatMap(({ secret_code, serial_number }) => [secret_code, serial_number])
  const { reason_text: words = '' } = body
  return words.length < ownWordsFrom ? [] : [words]
}

/** The forms in which a service may repeat a text: plain, JSON (also PHP's), or URL-encoded. */
function formsOf(text: string): readonly string[] {
  const json = JSON.stringify(text).slice(1, -1)
  return [text, json, json.replaceAll('/', String.raw`\/`), encodeURIComponent(text.toWellFormed())]
}

/** Replaces each of `texts` in `text` with an ellipsis, the longest first. */
export const withoutTexts = (text: string, texts: readonly string[]): string =>
  texts
    .flatMap(formsOf)
    .toSorted((one, other) => other.length - one.length)
    .reduce((rest, each) => (each === '' ? rest : rest.replaceAll(each, '…')), text)

const longestMessage = 300

/** The vendor's message in its stored form: without control characters, and short enough for one log entry. */
export const redactMessage = (message: string): string =>
  message
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]+/gu, ' ')
    .slice(0, longestMessage)
    .toWellFormed()

/** How the log names a line without a name. */
export const unnamedLine = '—'

/** A product's name as the log has it. */
export const loggedName = (name: string | null): string => redactMessage(name ?? unnamedLine)

const isAccept = (body: AcceptBody | RejectBody): body is AcceptBody =>
  body.items?.some((item) => 'secret_code' in item) ?? false
