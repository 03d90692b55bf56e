import * as z from 'zod/mini'
import { Flag, oneOf, OptionalText, Text } from '#contract/plain.ts'
import { endpoint } from '#contract/endpoint.ts'
import { TabletState } from './presence.ts'
import { westernDigits } from '#contract/western-digits.ts'

// Tablets, and the people who act on them. Moments are ISO 8601, in UTC, on the server's clock.

const TabletName = z.object({ id: Text, name: Text })

const Tablet = z.object({
  id: Text,
  name: Text,
  enrolled_at: Text,
  last_seen_at: Text,
  /** When it is a stranger again, if it stays away until then. */
  ends_at: Text,
  /** Whether it is the one that asks. */
  is_this: Flag,
  /** What it says of itself; null where it has said nothing for 75 s. A server of an older version leaves it out. */
  state: z.optional(z.nullable(TabletState)),
})
export type Tablet = z.infer<typeof Tablet>

const StaffMember = z.object({ id: Text, name: Text, is_manager: Flag })
export type StaffMember = z.infer<typeof StaffMember>

const Removed = z.object({ data: z.object({ id: Text }) })

const tryers = ['tablet', 'person', 'code'] as const

/** With 429 `too_many_tries`: PINs on this tablet, PINs of this person, or codes from here; and until when. */
export const TooManyTries = z.object({ whose: oneOf(tryers), until: Text })
export type TooManyTries = z.infer<typeof TooManyTries>

export const people = {
  /** Makes a code that lets one tablet in, until a moment; `url` brings it along. Takes a manager. */
  makeCode: endpoint({
    method: 'POST',
    path: '/api/desk/enrolment-codes',
    answer: z.object({ data: z.object({ code: Text, url: Text, expires_at: Text }) }),
  }),
  /**
   * Lets this tablet in by a code; a code is good for one tablet. A name that another has gets a number behind it: the
   * answer has the name as it is kept.
   */
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
  /** Gives a tablet another name, as `enrol` does. Takes a manager. 422 `bad_name`, 404 `not_found`. */
  renameTablet: endpoint({
    method: 'PUT',
    path: '/api/desk/devices/:deviceId/name',
    body: z.object({ name: Text }),
    answer: z.object({ data: TabletName }),
  }),
  /** Cuts a tablet off, and ends the sign-ins on it. Takes a manager. */
  removeTablet: endpoint({ method: 'DELETE', path: '/api/desk/devices/:deviceId', answer: Removed }),
  staff: endpoint({
    method: 'GET',
    path: '/api/desk/staff',
    answer: z.object({ data: z.array(StaffMember) }),
  }),
  /** Takes a manager. */
  addPerson: endpoint({
    method: 'POST',
    path: '/api/desk/staff',
    body: z.object({ name: Text, pin: Text, is_manager: z.optional(Flag) }),
    answer: z.object({ data: StaffMember }),
  }),
  /** Ends their sign-ins too. Takes a manager, and leaves one: 409 `last_manager`. */
  removePerson: endpoint({ method: 'DELETE', path: '/api/desk/staff/:personId', answer: Removed }),
  /**
   * Gives somebody a new PIN, and ends their sign-ins, but not the one that asks. Takes a manager; or the person, who
   * says the old one, as whoever picks up their tablet cannot. 422 `bad_pin` and `wrong_pin`, 429 `too_many_tries`, 404
   * `not_found`.
   */
  changePin: endpoint({
    method: 'PUT',
    path: '/api/desk/staff/:personId/pin',
    body: z.object({ pin: Text, old_pin: OptionalText }),
    answer: z.object({ data: StaffMember }),
  }),
} as const

/** Who works in the practice store; the sign-in screen shows them with their PINs. */
export const practicePeople = [
  { name: 'Sara', pin: '1234', isManager: true },
  { name: 'Omar', pin: '5678', isManager: false },
] as const

/** How long the name of a person or of a tablet may be, in graphemes. */
const nameLimit = 60

/** Far more than 60 graphemes of any script take; what is longer is not even counted. */
const nameUnitLimit = 1000

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

// Controls, marks that turn the direction of a text, empty spaces; a joiner stays, Persian is written with it.
const unseen = /[\p{Cc}\u061C\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/gu

/**
 * A name as it is kept and compared: one spelling, no spaces around it, nothing that nobody sees.
 * @returns nothing where that leaves no name, or one of more than 60 graphemes.
 */
export function readName(text: string): string | undefined {
  if (text.length > nameUnitLimit) return undefined
  const name = text.toWellFormed().replace(/\s+/g, ' ').replace(unseen, '').normalize('NFC').trim()
  const isSeen = /[\p{L}\p{N}\p{P}\p{S}]/u.test(name)
  return isSeen && [...graphemes.segment(name)].length <= nameLimit ? name : undefined
}

/** A name with a number behind it, for which its end makes room where it is too long. */
export function numberedName(name: string, number: number): string {
  const letters = [...graphemes.segment(name)].map(({ segment }) => segment)
  return `${letters.slice(0, nameLimit - ` ${number}`.length).join('')} ${number}`
}

/** A PIN in Western digits. @returns nothing where it is not 4 to 12 digits. */
export function readPin(text: string): string | undefined {
  const pin = westernDigits(text)
  return /^[0-9]{4,12}$/.test(pin) ? pin : undefined
}
