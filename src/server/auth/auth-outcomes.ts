import { apiScopes } from '#contract/desk/api-keys.ts'
import type { Clock } from '#contract/clock.ts'
import type { Who } from '#contract/desk/action.ts'
import type { DeskErrorCode } from '#contract/desk/failure.ts'
import { commandActions } from '#contract/desk/log.ts'
import type { TooManyTries } from '#contract/desk/people.ts'
import { HttpError } from '#server/http/http-error.ts'
import type { LogEntry } from '#server/storage/store.ts'

/** The errors about tablets and people. */
export const refusal = {
  notEnrolled: () => refuse(401, 'not_enrolled', 'This tablet is not paired.'),
  signInRequired: () => refuse(403, 'sign_in_required', 'Sign in first.'),
  /** The tablet's role does not include this. */
  roleForbidden: () => refuse(403, 'role_forbidden', 'This tablet is not for that.'),
  managerRequired: () => refuse(403, 'manager_required', 'Only a manager can do this.'),
  /** The same for a wrong name and a wrong PIN, so that neither can be guessed separately. */
  badCredentials: () => refuse(401, 'bad_credentials', 'The name and the PIN do not belong together.'),
  /** `until` is in milliseconds since 1970. */
  tooManyTries(whose: TooManyTries['whose'], until: number, now: number) {
    const data: TooManyTries = { whose, until: new Date(until).toISOString() }
    return new HttpError(429, 'too_many_tries', 'There were too many tries. Wait, then try again.', {
      data,
      retryAfterMs: until - now,
    })
  },
  badCode: () => refuse(400, 'bad_code', 'This code is wrong, was used, or is older than 10 minutes.'),
  badName: () => refuse(422, 'bad_name', 'A name has 1 to 60 characters.'),
  badRole: () => refuse(422, 'bad_role', 'A tablet is a counter, a station or a display.'),
  badCategories: () => refuse(422, 'bad_categories', 'Categories are a list of at least one id, or null for all.'),
  badPin: () => refuse(422, 'bad_pin', 'A PIN has 4 to 12 digits.'),
  /** For a signed-in person. Not a 401, which would mean that nobody is signed in. */
  wrongPin: () => refuse(422, 'wrong_pin', 'The current PIN is another one.'),
  nameTaken: () => refuse(409, 'name_taken', 'Somebody has that name already.'),
  lastManager: () => refuse(409, 'last_manager', 'The last manager stays, or nobody could add another one.'),
  badScopes: () => refuse(422, 'bad_scopes', `A key has one or more of the scopes ${apiScopes.join(', ')}.`),
  keyNameTaken: () => refuse(409, 'name_taken', 'Another key has that name already.'),
  noSuchKey: () => refuse(404, 'not_found', 'There is no such key.'),
  noSuchTablet: () => refuse(404, 'not_found', 'There is no such tablet.'),
  noSuchPerson: () => refuse(404, 'not_found', 'There is no such person.'),
}

const refuse = (status: number, code: DeskErrorCode, message: string) => new HttpError(status, code, message)

/** Log entries other than for orders, in plain text. */
type DeskAction =
  | 'make code'
  | 'let in'
  | 'rename tablet'
  | 'change tablet'
  | 'cut off'
  | 'add person'
  | 'remove person'
  | 'new pin'
  | 'sign in'
  | 'start'
  | 'add printer'
  | 'change printer'
  | 'remove printer'
  | 'open'
  | 'print'
  | 'change rules'
  | 'add phone'
  | 'remove phone'
  | 'change duty'
  | 'change ladder'
  | 'rehearse alerts'
  | 'add webhook'
  | 'change webhook'
  | 'remove webhook'
  | 'replace webhook secret'
  | 'test webhook'
  | 'resend webhook'
  | 'add key'
  | 'remove key'
  | 'end shortage'
  | 'change station'
  | 'change display'
  | 'save shop key'
  | 'remove shop key'

/** Creates a log row in the name of the acting person. `about` is a person, a tablet (by name) or a setting. */
export type Note = (what: DeskAction, about?: string, outcome?: 'done' | 'failed') => LogEntry

/** Creates notes in a person's name; without one for the `desk` command, and for a tablet that pairs by its code. */
export const notesBy =
  (clock: Pick<Clock, 'now'>, by: Who | null): Note =>
  (what, about, outcome = 'done') => ({
    at: clock.now(),
    what,
    orderId: null,
    ...(about !== undefined && { about }),
    by,
    sent: null,
    vendor: null,
    outcome,
    settledBy: null,
    tookMs: null,
    posts: null,
  })

/** The doer's name for files and terminals, in English. */
export const doerOf = ({ what, by }: Pick<LogEntry, 'what' | 'by'>): string | undefined =>
  by?.person ?? (commandActions.includes(what) ? 'desk command' : undefined)
