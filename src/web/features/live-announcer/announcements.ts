import type { Lane, OrderRow } from '#contract/desk/inbox.ts'
import type { FeedState } from '#web/api/feed/feed-state.ts'
import type { ConnectionState } from '#web/api/http/connection-status.ts'
import { orderOfRow } from '#web/api/order.ts'
import { orderNumber } from '#domain/order-number.ts'
import type { Translate } from '#web/i18n/translations.tsx'

/** Board changes to read out to screen reader users. */
interface Announcements {
  /** The numbers of new orders. */
  readonly arrived: readonly string[]
  readonly changed: readonly { readonly number: string; readonly lane: Lane | 'cancelled' | 'gone' }[]
  /** A new order waits for its number. Compare the board again soon, even if it does not change. */
  readonly awaitsNumber: boolean
}

type RowState = Pick<Announcements['changed'][number], 'lane'> & {
  readonly number: string
  readonly actedAt: string | undefined
}

interface Board {
  readonly rows: readonly OrderRow[]
  /** The last rows of orders that left the board, where known. */
  readonly left: ReadonlyMap<string, OrderRow>
  /** This tablet's name. */
  readonly tablet: string
  /** The order whose own screen is shown, which reports the outcome of an answer itself. */
  readonly shown?: string | undefined
  /** In milliseconds, on the page's steady clock. */
  readonly now: number
}

const stateOf = (row: OrderRow): RowState => ({
  number: row.told_id ?? orderNumber(orderOfRow(row)),
  lane: row.problem === 'cancelled' ? 'cancelled' : row.lane,
  actedAt: row.last_action?.at,
})

/** How many closed orders are remembered, so that one that reopens is not announced as new. */
const closedKept = 300

/** Forgets the oldest closed orders, because a tablet may show its board for months. */
function forgetOldest(known: Map<string, RowState>): void {
  const closed = [...known].filter(([, { lane }]) => lane === 'closed')
  for (const [id] of closed.slice(0, -closedKept)) known.delete(id)
}

/** A new order is announced by its id if the server has not read its number by then. */
const numberWithinMs = 3000

/** Compares each board with the previous one. The first board yields no announcements. */
export function createAnnouncements() {
  let known: Map<string, RowState> | undefined
  /** New orders that wait for their number, each with when it was first seen. */
  let unread: ReadonlyMap<string, number> = new Map()

  /** Whether this tablet made the change on the order's own screen, which announces it itself. */
  const isOwn = (row: OrderRow, before: RowState, { tablet, shown }: Board) =>
    row.order_id === shown && row.last_action?.by?.tablet === tablet && row.last_action.at !== before.actedAt

  return {
    /** The announcements for the changes since the previous board. */
    since(board: Board): Announcements {
      const { rows, left, now } = board
      const isFirst = known === undefined
      const before = known ?? new Map<string, RowState>()
      known = new Map(before)
      const arrived: string[] = []
      const changed: Announcements['changed'][number][] = []
      const stillUnread = new Map<string, number>()
      for (const row of rows) {
        const [was, is] = [before.get(row.order_id), stateOf(row)]
        const seenAt = unread.get(row.order_id) ?? now
        if (!isFirst && !was && row.problem === 'unread' && now - seenAt < numberWithinMs) {
          stillUnread.set(row.order_id, seenAt)
          continue
        }
        known.set(row.order_id, is)
        if (!was) arrived.push(is.number)
        else if (was.lane !== is.lane && !isOwn(row, was, board)) changed.push(is)
      }
      const here = new Set(rows.map(({ order_id: id }) => id))
      for (const [id, was] of before) {
        if (here.has(id) || was.lane === 'closed') continue
        known.set(id, { ...was, lane: 'closed' })
        const row = left.get(id)
        // The cancellation was already announced.
        if (was.lane === 'cancelled' || (row && isOwn(row, was, board))) continue
        // Without a last row the order is not closed but missing: the desk was restored from an older backup.
        changed.push({ ...was, lane: row ? 'closed' : 'gone' })
      }
      forgetOldest(known)
      unread = stillUnread
      const awaitsNumber = unread.size > 0
      return isFirst ? { arrived: [], changed: [], awaitsNumber } : { arrived, changed, awaitsNumber }
    },
  }
}

type ConnectionNews = 'announce.lost' | 'announce.late' | 'announce.vendor' | 'announce.token' | 'announce.back'

function connectionFailureOf(status: ConnectionState, feed: FeedState): ConnectionNews | undefined {
  if (status.state === 'lost') return 'announce.lost'
  if (status.state !== 'ok') return `announce.${status.state}`
  return feed.is === 'lost' ? 'announce.late' : undefined
}

/** Compares connection states, so that a loss and its end are each announced once. */
export function createConnectionNews() {
  let last: ConnectionNews | undefined
  return {
    /** The announcement for the new state, or undefined without a change. */
    since(status: ConnectionState, feed: FeedState): ConnectionNews | undefined {
      const failure = connectionFailureOf(status, feed)
      if (failure === last) return undefined
      last = failure
      return failure ?? 'announce.back'
    },
  }
}

/** More changes at once are only counted. */
const eachAtMost = 3

/** The announcements as sentences. */
export function sentencesOf(
  { arrived, changed }: Pick<Announcements, 'arrived' | 'changed'>,
  t: Translate,
): readonly string[] {
  const [only] = arrived
  return [
    ...(arrived.length === 1 && only !== undefined ? [t('announce.newOrder', { number: only })] : []),
    ...(arrived.length > 1 ? [t('announce.newOrders', { count: arrived.length })] : []),
    ...(changed.length > eachAtMost
      ? [t('announce.changed', { count: changed.length })]
      : changed.map(({ number, lane }) => t(`announce.lane.${lane}`, { number }))),
  ]
}
