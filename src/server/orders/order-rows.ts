import type { Clock } from '#contract/clock.ts'
import { isDismissed } from '#contract/desk/board-actions.ts'
import type { FeedRow } from '#contract/desk/feed.ts'
import type { OrderMatches, OrderRow, TimelineEntry, WholeRow } from '#contract/desk/inbox.ts'
import type { OrderId } from '#contract/vendor/item-id.ts'
import type { OrderRecord } from '#domain/order.ts'
import { isOwnRejection } from '#domain/order-outcome.ts'
import { type Catalog, unreadableMatches } from '#server/catalog/catalog.ts'
import type { Alarms } from '#server/feed/alarms.ts'
import type { Feed } from '#server/feed/feed.ts'
import { type Log, logBug } from '#server/runtime/bug.ts'
import { unlessLate } from '#server/runtime/tasks.ts'
import type { Cluster } from '#server/storage/cluster.ts'
import { promptMs } from '#server/vendor/vendor-transport.ts'
import { unlessUnavailable } from './catalog-lookups.ts'
import type { Inbox } from './inbox.ts'
import { noReading, type OrderReader } from './order-reader.ts'
import { causesFirst, toRow } from './order-row.ts'
import type { OrderTimes } from './order-times.ts'
import { type RejectReasons, withReasons } from './reject-reasons.ts'

interface OrderRowsDeps {
  readonly inbox: Pick<Inbox, 'open' | 'codes' | 'timeline' | 'noted'>
  readonly orders: Pick<OrderReader, 'read' | 'last' | 'arriving'>
  readonly servers: Pick<Cluster, 'isPolling'>
  readonly clock: Clock
  readonly times: Pick<OrderTimes, 'respondBy'>
  /** Catalog items that match an order's lines. */
  readonly matches: Catalog['matches']
  readonly reasons: RejectReasons
}

/** Builds rows of orders for the board, for an order's own screen and for the feed. */
export interface OrderRows {
  /** The row on the board. */
  row(record: OrderRecord): OrderRow
  /** The row in the list of closed orders. */
  closedRow(record: OrderRecord): Promise<OrderRow>
  /** The rows of all open orders, each as a cached JSON text. */
  texts(): readonly string[]
  /** The row with all details, for the order's own screen. */
  whole(record: OrderRecord): Promise<WholeRow>
  /** The same for the feed; only the board's row if the store or the catalog is too slow. */
  forFeed(record: OrderRecord): Promise<FeedRow>
  /** Waits briefly for a pending first read of a new order. */
  firstRead(record: OrderRecord): Promise<void>
  /** Catalog items for an order's lines; none if the catalog is too slow. */
  matches(order: unknown): Promise<OrderMatches>
}

/** Maximum waits for hand-over codes and catalog matches; an order can be shown without either. */
const codesWaitMs = 250
const matchesWaitMs = 1000
/** Maximum wait for timeline and matches before the feed sends a row without. */
const feedWaitMs = 250

export function createOrderRows({ inbox, orders, servers, clock, times, matches, reasons }: OrderRowsDeps): OrderRows {
  /** Whether this server holds current codes; those of a ready order may have arrived at another server since. */
  const knowsCodes = ({ orderId, lane, readAt }: OrderRecord): boolean =>
    inbox.codes(orderId) !== undefined && (lane !== 'ready' || (orders.last(orderId)?.askedAt ?? 0) >= (readAt ?? 0))

  /** Reads the codes, which only the server that read the order holds. @returns whether they are still pending */
  async function readCodes(orderId: OrderId): Promise<boolean> {
    const reading = await unlessLate(clock, codesWaitMs, () => orders.read(orderId).catch(noReading))
    const known = inbox.codes(orderId)
    if (reading === 'late') return !(known?.pickup_otp ?? known?.return_otp)
    // The reading is stored in the order's turn, behind other changes.
    return reading !== undefined && known === undefined
  }

  /** The catalog thread may be busy; an order without matches is better than none. */
  const matchesOf = (order: unknown, ms = matchesWaitMs, isLookedAt = true) =>
    unlessLate(clock, ms, () => matches(order, isLookedAt))

  const row = (record: OrderRecord): OrderRow => toRow(record, times, clock.now())

  /** Cached texts of rows. Records are immutable. */
  const texts = new WeakMap<OrderRecord, { readonly of: string; readonly text: string }>()

  function rowText(record: OrderRecord): string {
    const shown = row(record)
    // The row also depends on the service's clock and on the lease.
    const of = `${shown.respond_by} ${shown.answering?.until}`
    const known = texts.get(record)
    if (known?.of === of) return known.text
    const text = JSON.stringify(shown)
    texts.set(record, { of, text })
    return text
  }

  /** The details of an order besides its row and its codes. */
  async function details(record: OrderRecord, isLookedAt: boolean) {
    const received = {
      at: record.receivedAt,
      what: record.source === 'webhook' ? 'heard' : 'opened',
      detail: null,
      by: null,
    }
    const [noted, found] = await Promise.all([
      inbox.timeline(record.orderId),
      matchesOf(record.order, isLookedAt ? matchesWaitMs : feedWaitMs, isLookedAt),
    ])
    const told = await withReasons(causesFirst(noted), () => reasons(record.orderId))
    const timeline = [received, ...told].map((entry): TimelineEntry => ({
      ...entry,
      at: new Date(entry.at).toISOString(),
    }))
    const isLate = found === 'late'
    return { isLate, timeline, ...(isLate ? unreadableMatches : found) }
  }

  const dismissedBy = async (orderId: OrderId) =>
    (await inbox.timeline(orderId)).findLast(({ what }) => what === 'put_aside')?.by

  const withCodes = (record: OrderRecord): OrderRow => toRow(record, times, clock.now(), inbox.codes(record.orderId))

  const lacksCodes = (record: OrderRecord): boolean =>
    record.closedAt === null && !servers.isPolling() && !knowsCodes(record)

  return {
    row,
    async closedRow(record) {
      const [reason] = isOwnRejection(record) ? await reasons(record.orderId) : []
      const by = isDismissed(record) ? await dismissedBy(record.orderId) : undefined
      return { ...row(record), ...(reason && { reject_reason: reason }), ...(by && { removed_by: by }) }
    },
    texts: () => inbox.open().map(rowText),
    async whole(record) {
      const { isLate, ...shown } = await details(record, true)
      const isPending = lacksCodes(record) && (await readCodes(record.orderId))
      return { ...withCodes(record), ...shown, codes_pending: isPending || isLate }
    },
    async forFeed(record) {
      const found = await unlessLate(clock, feedWaitMs, () => details(record, false)).catch(unlessUnavailable)
      if (!found || found === 'late') return row(record)
      const { isLate, ...shown } = found
      return { ...withCodes(record), ...shown, codes_pending: isLate || lacksCodes(record) }
    },
    async firstRead({ orderId, readAt }) {
      if (readAt !== null) return
      // Lets the poller, which gets the same event, start its request first.
      await clock.sleep(0)
      const arriving = orders.arriving(orderId)
      // A finished reading may still wait to be written.
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

interface LiveRowsDeps {
  readonly feed: Pick<Feed, 'broadcast' | 'hasStreams'>
  readonly rows: Pick<OrderRows, 'texts' | 'forFeed' | 'firstRead'>
  readonly alarms: Pick<Alarms, 'current'>
  readonly log: Log
}

interface LiveRows {
  /** Sends the row of a changed order to the feed. Rows of one order leave in the order of their versions. */
  note(record: OrderRecord): void
  /** The rest of a snapshot's JSON after version and time: the open board and the alarms. */
  snapshot(): Uint8Array
}

/** Sends rows to the feed as orders change, and the open board to each tablet that connects. */
export function createLiveRows({ feed, rows, alarms, log }: LiveRowsDeps): LiveRows {
  /** The latest record of each order whose row is in progress; a later change is sent once more afterwards. */
  const changed = new Map<OrderId, OrderRecord>()
  let sent: { readonly rows: readonly string[]; readonly alarms: string; readonly bytes: Uint8Array } | undefined

  /** The row, or nothing after a bug; the tablet then requests it. */
  async function rowOf(record: OrderRecord): Promise<FeedRow | undefined> {
    try {
      return await rows.forFeed(record)
    } catch (error) {
      logBug(log, 'row of the feed', error)
      return undefined
    }
  }

  async function send(first: OrderRecord): Promise<void> {
    const { orderId } = first
    await rows.firstRead(first).catch((error: unknown) => logBug(log, 'first reading for the feed', error))
    for (;;) {
      const record = changed.get(orderId) ?? first
      const row = await rowOf(record)
      feed.broadcast({ event: 'order', data: { order_id: orderId, version: record.version, ...(row && { row }) } })
      if (changed.get(orderId) === record) break
    }
    // No await since the loop's last check, so a later change starts a new send.
    changed.delete(orderId)
  }

  return {
    note(record) {
      const { orderId, version } = record
      // A tablet that connects later finds the order in its snapshot.
      if (!feed.hasStreams()) return
      const known = changed.get(orderId)
      if (known && known.version >= version) return
      changed.set(orderId, record)
      if (!known) void send(record)
    },
    snapshot() {
      const texts = rows.texts()
      const alarmsText = JSON.stringify(alarms.current())
      const isSame =
        sent?.alarms === alarmsText &&
        sent.rows.length === texts.length &&
        texts.every((text, at) => text === sent?.rows[at])
      // All streams share the same bytes, so that a thousand reconnecting tablets need the memory of one.
      if (!sent || !isSame) {
        sent = {
          rows: texts,
          alarms: alarmsText,
          bytes: new TextEncoder().encode(`,"orders":[${texts.join(',')}],"alarms":${alarmsText}`),
        }
      }
      return sent.bytes
    },
  }
}
