import type { OrderRow } from '#contract/desk/inbox.ts'
import type { Lane } from '#contract/desk/lane.ts'
import type { FeedState } from '#web/api/feed/feed-state.ts'
import type { Contact } from '#web/api/http/connection-status.ts'
import { orderOfRow } from '#web/api/order.ts'
import { orderNumber } from '#web/format/order-number.ts'
import type { Translate } from '#web/i18n/translations.tsx'

/** What somebody who does not look at the board must hear of it. */
interface Announcements {
  /** The numbers of orders that nobody was told of yet. */
  readonly arrived: readonly string[]
  readonly changed: readonly { readonly number: string; readonly lane: Lane | 'cancelled' | 'gone' }[]
}

type ParsedNotification = Pick<Announcements['changed'][number], 'lane'> & {
  readonly number: string
  readonly actedAt: string | undefined
}

interface Board {
  readonly rows: readonly OrderRow[]
  /** An order as it was when it left the board, where that is known. */
  readonly left: ReadonlyMap<string, OrderRow>
  /** What this tablet is called. */
  readonly tablet: string
  /** The order whose own screen is shown, which says by itself what came of an answer. */
  readonly shown?: string | undefined
}

const heard = (row: OrderRow): ParsedNotification => ({
  number: row.told_id ?? orderNumber(orderOfRow(row)),
  lane: row.problem === 'cancelled' ? 'cancelled' : row.lane,
  actedAt: row.last_action?.at,
})

/** Of so many closed orders it is remembered that they are: one that comes back is no new one. */
const closedKept = 300

/** Lets the oldest closed orders go: a tablet may show its board for months. */
function forgetOldest(known: Map<string, ParsedNotification>): void {
  const closed = [...known].filter(([, { lane }]) => lane === 'closed')
  for (const [id] of closed.slice(0, -closedKept)) known.delete(id)
}

/** Compares boards: what is only read again is no news, and the first board is not either. */
export function createAnnouncements() {
  let known: Map<string, ParsedNotification> | undefined

  /** What somebody did on the order's own screen is said there; a card is gone with the order's place on the board. */
  const isOwn = (row: OrderRow, before: ParsedNotification, { tablet, shown }: Board) =>
    row.order_id === shown && row.last_action?.by?.tablet === tablet && row.last_action.at !== before.actedAt

  return {
    /** What is to be told of a board since the last one that was handed in. */
    since(board: Board): Announcements {
      const { rows, left } = board
      const isFirst = known === undefined
      const before = known ?? new Map<string, ParsedNotification>()
      known = new Map(before)
      const arrived: string[] = []
      const changed: Announcements['changed'][number][] = []
      for (const row of rows) {
        const [was, is] = [before.get(row.order_id), heard(row)]
        known.set(row.order_id, is)
        if (!was) arrived.push(is.number)
        else if (was.lane !== is.lane && !isOwn(row, was, board)) changed.push(is)
      }
      const here = new Set(rows.map(({ order_id: id }) => id))
      for (const [id, was] of before) {
        if (here.has(id) || was.lane === 'closed') continue
        known.set(id, { ...was, lane: 'closed' })
        const row = left.get(id)
        // That it was cancelled has been told.
        if (was.lane === 'cancelled' || (row && isOwn(row, was, board))) continue
        // A desk that was put back to an older copy is without orders that are not over.
        changed.push({ ...was, lane: row ? 'closed' : 'gone' })
      }
      forgetOldest(known)
      return isFirst ? { arrived: [], changed: [] } : { arrived, changed }
    },
  }
}

type ConnectionNews = 'spoken.lost' | 'spoken.late' | 'spoken.vendor' | 'spoken.token' | 'spoken.back'

function connectionFailureOf(contact: Contact, feed: FeedState): ConnectionNews | undefined {
  if (contact.state === 'lost') return 'spoken.lost'
  if (contact.state !== 'ok') return `spoken.${contact.state}`
  return feed.is === 'lost' ? 'spoken.late' : undefined
}

/** Compares states of the line: a loss is told once, and its end once. */
export function createConnectionNews() {
  let told: ConnectionNews | undefined
  return {
    /** What is to be told now. */
    since(contact: Contact, feed: FeedState): ConnectionNews | undefined {
      const trouble = connectionFailureOf(contact, feed)
      if (trouble === told) return undefined
      told = trouble
      return trouble ?? 'spoken.back'
    },
  }
}

/** More than that at once is counted. */
const eachAtMost = 3

/** Announcements as a person would tell them, each a sentence of its own. */
export function sentencesOf({ arrived, changed }: Announcements, t: Translate): readonly string[] {
  const [only] = arrived
  return [
    ...(arrived.length === 1 && only !== undefined ? [t('spoken.newOrder', { number: only })] : []),
    ...(arrived.length > 1 ? [t('spoken.newOrders', { count: arrived.length })] : []),
    ...(changed.length > eachAtMost
      ? [t('spoken.changed', { count: changed.length })]
      : changed.map(({ number, lane }) => t(`spoken.lane.${lane}`, { number }))),
  ]
}
