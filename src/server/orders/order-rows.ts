import type { OrderRecord } from '#domain/order.ts'
import type { FeedRow } from '#contract/desk/feed.ts'
import type { OrderMatches, OrderRow, TimelineEntry, WholeRow } from '#contract/desk/inbox.ts'
import type { Clock } from '#contract/clock.ts'
import type { OrderId } from '#contract/vendor/item-id.ts'
import { unreadableMatches, type Catalog } from '#server/catalog/catalog.ts'
import type { Cluster } from '#server/storage/cluster.ts'
import { unlessLate } from '#server/runtime/time-limit.ts'
import { promptMs } from '#server/vendor/timeouts.ts'
import { unlessUnavailable } from './digital-lookup.ts'
import type { Inbox } from './inbox.ts'
import { noReading, type OrderReader } from './order-reader.ts'
import { causesFirst, toRow } from './order-row.ts'
import type { OrderTimes } from './order-times.ts'

interface OrderRowsDeps {
  readonly inbox: Pick<Inbox, 'open' | 'codes' | 'timeline' | 'noted'>
  readonly orders: Pick<OrderReader, 'read' | 'last' | 'arriving'>
  readonly servers: Pick<Cluster, 'isWatching'>
  readonly clock: Clock
  readonly times: Pick<OrderTimes, 'respondBy'>
  /** The catalog's items behind an order's lines. */
  readonly matches: Catalog['matches']
}

/** Makes the rows of orders: for the board, for an order's own screen and for the feed. */
export interface OrderRows {
  /** As the board shows an order. */
  row(record: OrderRecord): OrderRow
  /** The open orders as the board shows them, each made once however often it is asked for. @returns a JSON text each. */
  texts(): readonly string[]
  /** As an order's own screen shows it. */
  whole(record: OrderRecord): Promise<WholeRow>
  /** The same for the feed; as the board shows it, where the store or the catalog does not answer in time. */
  forFeed(record: OrderRecord): Promise<FeedRow>
  /** Waits for a reading of a new order that is just coming, no longer than a moment. */
  firstRead(record: OrderRecord): Promise<void>
  /** The catalog's items behind the lines of any order; none where it does not answer in time. */
  matches(order: unknown): Promise<OrderMatches>
}

/** How long an order waits for its hand-over codes, and for its catalog matches: it can be shown without either. */
const codesWaitMs = 250
const matchesWaitMs = 1000
/** How long a row waits for its timeline and its matches before the feed sends it without. */
const feedWaitMs = 250

export function createOrderRows({ inbox, orders, servers, clock, times, matches }: OrderRowsDeps): OrderRows {
  /** Whether this server has read an order for its hand-over codes; a ready one since another server told of it last. */
  const knowsCodes = ({ orderId, lane, readAt }: OrderRecord): boolean =>
    inbox.codes(orderId) !== undefined && (lane !== 'ready' || (orders.last(orderId)?.askedAt ?? 0) >= (readAt ?? 0))

  /** Codes are in the memory of the server alone that read the order. @returns whether they are still being read. */
  async function readCodes(orderId: OrderId): Promise<boolean> {
    const reading = await unlessLate(clock, codesWaitMs, () => orders.read(orderId).catch(noReading))
    const known = inbox.codes(orderId)
    if (reading === 'late') return !(known?.pickup_otp ?? known?.return_otp)
    // What was read is noted in the order's turn, which others may have now.
    return reading !== undefined && known === undefined
  }

  /** The catalog has a thread of its own, which may be held up; an order without its word is better than none. */
  const matchesOf = (order: unknown, ms = matchesWaitMs, isLookedAt = true) =>
    unlessLate(clock, ms, () => matches(order, isLookedAt))

  const row = (record: OrderRecord): OrderRow => toRow(record, times, clock.now())

  /** Texts of rows, by what each was made of. A record is never changed, but replaced. */
  const texts = new WeakMap<OrderRecord, { readonly of: string; readonly text: string }>()

  function rowText(record: OrderRecord): string {
    const shown = row(record)
    // What else a row depends on: the clock of the service, and whether a lease has run out.
    const of = `${shown.respond_by} ${shown.answering?.until}`
    const known = texts.get(record)
    if (known?.of === of) return known.text
    const text = JSON.stringify(shown)
    texts.set(record, { of, text })
    return text
  }

  /** All that is shown of an order besides its row and its codes. */
  async function details(record: OrderRecord, isLookedAt: boolean) {
    const heard = {
      at: record.receivedAt,
      what: record.source === 'webhook' ? 'heard' : 'opened',
      detail: null,
      by: null,
    }
    const [noted, found] = await Promise.all([
      inbox.timeline(record.orderId),
      matchesOf(record.order, isLookedAt ? matchesWaitMs : feedWaitMs, isLookedAt),
    ])
    const timeline = [heard, ...causesFirst(noted)].map((entry): TimelineEntry => ({
      ...entry,
      at: new Date(entry.at).toISOString(),
    }))
    const isLate = found === 'late'
    return { isLate, timeline, ...(isLate ? unreadableMatches : found) }
  }

  const withCodes = (record: OrderRecord): OrderRow => toRow(record, times, clock.now(), inbox.codes(record.orderId))

  const isBlind = (record: OrderRecord): boolean =>
    record.closedAt === null && !servers.isWatching() && !knowsCodes(record)

  return {
    row,
    texts: () => inbox.open().map(rowText),
    async whole(record) {
      const { isLate, ...shown } = await details(record, true)
      const isPending = isBlind(record) && (await readCodes(record.orderId))
      return { ...withCodes(record), ...shown, codes_pending: isPending || isLate }
    },
    async forFeed(record) {
      const found = await unlessLate(clock, feedWaitMs, () => details(record, false)).catch(unlessUnavailable)
      if (!found || found === 'late') return row(record)
      const { isLate, ...shown } = found
      return { ...withCodes(record), ...shown, codes_pending: isLate || isBlind(record) }
    },
    async firstRead({ orderId, readAt }) {
      if (readAt !== null) return
      // Whoever reads new orders is told of this one at the same moment, and asks for it first.
      await clock.sleep(0)
      const arriving = orders.arriving(orderId)
      // It may be there, and only has to be written.
      if (!arriving && !orders.last(orderId)) return
      const noted = async () => {
        await arriving?.catch(noReading)
        await inbox.noted(orderId)
      }
      await unlessLate(clock, promptMs, noted)
    },
    async matches(order) {
      const found = await matchesOf(order)
      return found === 'late' ? unreadableMatches : found
    },
  }
}
