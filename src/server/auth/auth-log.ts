import type { Clock } from '#contract/clock.ts'
import { commandActions } from '#contract/desk/log.ts'
import type { Who } from '#contract/desk/action.ts'
import type { LogEntry } from '#server/storage/store.ts'

/** What the log tells besides orders; it can be read as it stands. */
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

/** Makes a row of the log, in the name of whoever does it; `about` is a person or a tablet, by name, or a setting. */
export type Note = (what: DeskAction, about?: string, outcome?: 'done' | 'failed') => LogEntry

/** Notes in somebody's name; in nobody's for the `desk` command, and for a tablet that comes by its code. */
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

/** Who did it, for files and terminals, which are in English. */
export const doerOf = ({ what, by }: Pick<LogEntry, 'what' | 'by'>): string | undefined =>
  by?.person ?? (commandActions.includes(what) ? 'desk command' : undefined)
