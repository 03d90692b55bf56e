import * as z from 'zod/mini'
import { Flag, oneOf, OptionalText, Text, Texts } from '#contract/plain.ts'
import { endpoint } from '#contract/endpoint.ts'
import { TabletState } from './session.ts'
import { TabletRole } from './tablet-role.ts'
import { westernDigits } from '#contract/text.ts'

// Tablets, and the people who use them. Timestamps are ISO 8601 in UTC, on the server's clock.

const TabletName = z.object({ id: Text, name: Text })

const Tablet = z.object({
  id: Text,
  name: Text,
  enrolled_at: Text,
  last_seen_at: Text,
  /** When its pairing ends unless it connects before. */
  ends_at: Text,
  /** Whether it is the requesting tablet. */
  is_this: Flag,
  /** Its reported state; null if it has reported none for 75 s. Older servers omit it. */
  state: z.optional(z.nullable(TabletState)),
  /** Older servers omit it: a counter. */
  role: z.optional(TabletRole),
  /** Of a station: the categories whose lines it shows; null shows all lines. Older servers omit it. */
  category_ids: z.optional(z.nullable(Texts)),
})
export type Tablet = z.infer<typeof Tablet>

const StaffMember = z.object({ id: Text, name: Text, is_manager: Flag })
export type StaffMember = z.infer<typeof StaffMember>

const Removed = z.object({ data: z.object({ id: Text }) })

const tryers = ['tablet', 'person', 'code'] as const

/**
 * With 429 `too_many_tries`: whose tries are limited (PINs on this tablet, PINs of this person, or codes from this
 * address), and until when.
 */
export const TooManyTries = z.object({ whose: oneOf(tryers), until: Text })
export type TooManyTries = z.infer<typeof TooManyTries>

export const people = {
  /**
   * Creates a code that pairs one tablet, until a moment; `url` contains it. Without a role it will be a counter. Requires
   * a manager. 422 `bad_role`.
   */
  makeCode: endpoint({
    method: 'POST',
    path: '/api/desk/enrolment-codes',
    body: z.object({ role: z.optional(TabletRole) }),
    answer: z.object({ data: z.object({ code: Text, url: Text, expires_at: Text }) }),
  }),
  /** Pairs this tablet by a code, which works once. A taken name gets a number: the answer has the stored name. */
  enrol: endpoint({
    method: 'POST',
    path: '/api/desk/enrolment',
    body: z.object({ code: Text, device_name: Text }),
    answer: z.object({ data: z.object({ device: TabletName }) }),
  }),
  tablets: endpoint({
    method: 'GET',
    path: '/api/desk/devices',
    answer: z.object({ data: z.array(Tablet) }),
  }),
  /** Renames a tablet, as `enrol` names it. Requires a manager. 422 `bad_name`, 404 `not_found`. */
  renameTablet: endpoint({
    method: 'PUT',
    path: '/api/desk/devices/:deviceId/name',
    body: z.object({ name: Text }),
    answer: z.object({ data: TabletName }),
  }),
  /**
   * Changes what a tablet is for, and which lines a station shows; a missing field keeps its value. Its page follows
   * within a second. Requires a manager. 422 `bad_role`, `bad_categories`; 404 `not_found`.
   */
  changeTablet: endpoint({
    method: 'PATCH',
    path: '/api/desk/devices/:deviceId',
    body: z.object({ role: z.optional(TabletRole), category_ids: z.optional(z.nullable(Texts)) }),
    answer: z.object({ data: z.object({ id: Text, role: TabletRole, category_ids: z.nullable(Texts) }) }),
  }),
  /** Removes a tablet, and ends the sign-ins on it. Requires a manager. */
  removeTablet: endpoint({ method: 'DELETE', path: '/api/desk/devices/:deviceId', answer: Removed }),
  staff: endpoint({
    method: 'GET',
    path: '/api/desk/staff',
    answer: z.object({ data: z.array(StaffMember) }),
  }),
  /** Requires a manager. */
  addPerson: endpoint({
    method: 'POST',
    path: '/api/desk/staff',
    body: z.object({ name: Text, pin: Text, is_manager: z.optional(Flag) }),
    answer: z.object({ data: StaffMember }),
  }),
  /** Removes a person, and ends their sign-ins. Requires a manager, and keeps at least one: 409 `last_manager`. */
  removePerson: endpoint({ method: 'DELETE', path: '/api/desk/staff/:personId', answer: Removed }),
  /**
   * Changes a PIN, and ends the person's sign-ins except the requesting one. Requires a manager; or the person with
   * the old PIN, because another person may have picked up their tablet. 422 `bad_pin` and `wrong_pin`, 429
   * `too_many_tries`, 404 `not_found`.
   */
  changePin: endpoint({
    method: 'PUT',
    path: '/api/desk/staff/:personId/pin',
    body: z.object({ pin: Text, old_pin: OptionalText }),
    answer: z.object({ data: StaffMember }),
  }),
} as const

/** The people of the practice store. The sign-in screen shows their PINs. */
export const practicePeople = [
  { name: 'Sara', pin: '1234', isManager: true },
  { name: 'Omar', pin: '5678', isManager: false },
] as const

/** Maximum length of the name of a person or tablet, in graphemes. */
const nameLimit = 60

/** Far longer than 60 graphemes of any script, so that longer text need not be counted. */
const nameUnitLimit = 1000

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

// Controls, direction marks and zero-width spaces. The joiner stays, because Persian needs it.
const unseen = /[\p{Cc}\u061C\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/gu

/**
 * Normalizes a name: one spelling, trimmed, without invisible characters.
 * @returns undefined if nothing is left, or more than 60 graphemes.
 */
export function readName(text: string): string | undefined {
  if (text.length > nameUnitLimit) return undefined
  const name = text.toWellFormed().replace(/\s+/g, ' ').replace(unseen, '').normalize('NFC').trim()
  const isSeen = /[\p{L}\p{N}\p{P}\p{S}]/u.test(name)
  return isSeen && [...graphemes.segment(name)].length <= nameLimit ? name : undefined
}

/** Adds a number to a name, and shortens the name if needed. */
export function numberedName(name: string, number: number): string {
  const letters = [...graphemes.segment(name)].map(({ segment }) => segment)
  return `${letters.slice(0, nameLimit - ` ${number}`.length).join('')} ${number}`
}

/** Reads a PIN into Western digits. @returns undefined if it is not 4 to 12 digits. */
export function readPin(text: string): string | undefined {
  const pin = westernDigits(text)
  return /^[0-9]{4,12}$/.test(pin) ? pin : undefined
}
