import type { Clock } from '#contract/clock.ts'
import { commandActions } from '#contract/desk/log.ts'
import type { Who } from '#contract/desk/action.ts'
import type { LogEntry } from '#server/storage/store.ts'

/** Log entries other than for orders, in plain text. */
type DeskAction =
  | 'make code'
  | 'let in'
  | 'rename tablet'
  | 'cut off'
  | 'add person'
  | 'remove person'
  | 'new pin'
  | 'sign in'
  | 'start'

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
