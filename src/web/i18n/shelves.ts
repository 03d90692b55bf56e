/** What every screen needs from its first moment on. */
const first = [
  'app.',
  'nav.main',
  'nav.orders',
  'contact.',
  'order.',
  'line.',
  'value.',
  'time.',
  'action.',
  'cannot.',
  'doing.',
  'held.',
  'done.',
  'failure.title',
  'failure.retry',
  'failure.noContact',
  'failure.read.',
  'screen.crashed',
  'screen.notLoaded',
  'screen.reload',
]

/** What the board says of its orders; in its file are the first ones too. */
const board = [
  'board.',
  'lane.',
  'card.',
  'tag.',
  'lastKnown.',
  'problem.',
  'aside.not_found',
  'pick.all',
  'pick.progress',
  'pick.missingCount',
]

/** What no screen says by itself: what is beside all of them, opens over them, or comes late to an order. */
const late = [
  'after.',
  'cancelled.',
  'changed.',
  'digital.',
  'drill.',
  'faster.',
  'handover.',
  'keys.',
  'last.',
  'match.',
  'notice.',
  'ring.',
  'scan.',
  'spoken.',
  'update.',
]

/** What begins like the first ones or the board's, and is said by what is loaded later. */
const restToo = [
  'order.back',
  'order.badId',
  'order.stale',
  'order.noItems',
  'order.itemsUnreadable',
  'order.difference',
  'value.unreadableRaw',
  'held.reject',
  'board.openById',
]

export type ShelfName = 'first' | 'board' | 'rest' | 'late'

/** With what a sentence is loaded; all that neither every screen nor the board says comes with the screen that says it. */
export function shelfOf(key: string): ShelfName {
  const isAmong = (starts: readonly string[]) => starts.some((start) => key.startsWith(start))
  if (restToo.includes(key)) return 'rest'
  if (isAmong(first)) return 'first'
  if (isAmong(board)) return 'board'
  return isAmong(late) ? 'late' : 'rest'
}
