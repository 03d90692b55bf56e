import type { Clock } from '#contract/clock.ts'
import { isDismissed } from '#contract/desk/board-actions.ts'
import type { FeedRow } from '#contract/desk/feed.ts'
import type { OrderMatches, OrderRow, TimelineEntry, WholeRow } from '#contract/desk/inbox.ts'
import type { TabletRole } from '#contract/desk/tablet-role.ts'
import type { OrderId } from '#contract/vendor/item-id.ts'
import type { OrderRecord } from '#domain/order.ts'
import { isOwnRejection } from '#domain/order-outcome.ts'
import { type Catalog, unreadableMatches } from '#server/catalog/catalog.ts'
import { unlessLate } from '#server/runtime/tasks.ts'
import type { Cluster } from '#server/storage/cluster.ts'
import { promptMs } from '#server/vendor/vendor-transport.ts'
import { unlessUnavailable } from './catalog-lookups.ts'
import type { Inbox } from './inbox.ts'
import { createLineCategories } from './line-categories.ts'
import { noReading, type OrderReader } from './order-reader.ts'
import { causesFirst, toRow } from './order-row.ts'
import type { OrderTimes } from './order-times.ts'
import { isShownTo, rowForRole } from './role-rows.ts'
import { type RejectReasons, withReasons } from './reject-reasons.ts'

/** Caches one text for each record. */
function createRowTexts() {
  const texts = new WeakMap<OrderRecord, { readonly of: string; readonly text: string }>()
  return (record: OrderRecord, of: string, build: () => unknown): string => {
    const known = texts.get(record)
    if (known?.of === of) return known.text
    const text = JSON.stringify(build())
    texts.set(record, { of, text })
    return text
  }
}

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
  /** The row on the board of a counter. */
  row(record: OrderRecord): OrderRow
  /** The row on the board of a role; null if its tablets do not see the order. */
  forRole(role: TabletRole, record: OrderRecord): Promise<OrderRow | null>
  /** The row in the list of closed orders. */
  closedRow(record: OrderRecord): Promise<OrderRow>
  /** Looks up what the rows of a role contain of the catalog, for `texts`. Never takes more than a second. */
  prepare(role: TabletRole): Promise<void>
  /** The rows of all open orders that tablets of a role see, by the order's id, each as a cached JSON text. */
  texts(role: TabletRole): ReadonlyMap<OrderId, string>
  /** The row with all details, for the order's own screen. */
  whole(record: OrderRecord): Promise<WholeRow>
  /** The same for a role, without details that are for counters; null if its tablets do not see the order. */
  wholeForRole(role: TabletRole, record: OrderRecord): Promise<WholeRow | null>
  /** The row for the feed of a role: with all details for counters, unless the store or the catalog is too slow. */
  forFeed(role: TabletRole, record: OrderRecord): Promise<FeedRow | null>
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

  const categories = createLineCategories({ clock, matches })

  async function forRole(role: TabletRole, record: OrderRecord, waitMs = matchesWaitMs): Promise<OrderRow | null> {
    const shown = row(record)
    if (role === 'counter') return shown
    if (role === 'station' && isShownTo(role, shown)) await categories.lookUp(record, waitMs)
    return rowForRole(role, shown, categories.known(record))
  }

  /** Cached texts of rows. Records are immutable. */
  const texts = { counter: createRowTexts(), station: createRowTexts(), display: createRowTexts() }

  function rowText(role: TabletRole, record: OrderRecord): string | undefined {
    const shown = row(record)
    if (!isShownTo(role, shown)) return undefined
    const found = role === 'station' ? categories.known(record) : undefined
    // The row also depends on the service's clock, on the lease and on the catalog.
    const of = `${shown.respond_by} ${shown.answering?.until} ${found && JSON.stringify(found)}`
    return texts[role](record, of, () => (role === 'counter' ? shown : rowForRole(role, shown, found)))
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

  async function whole(record: OrderRecord): Promise<WholeRow> {
    const { isLate, ...shown } = await details(record, true)
    const isPending = lacksCodes(record) && (await readCodes(record.orderId))
    return { ...withCodes(record), ...shown, codes_pending: isPending || isLate }
  }

  return {
    row,
    forRole,
    async closedRow(record) {
      const [reason] = isOwnRejection(record) ? await reasons(record.orderId) : []
      const by = isDismissed(record) ? await dismissedBy(record.orderId) : undefined
      return { ...row(record), ...(reason && { reject_reason: reason }), ...(by && { removed_by: by }) }
    },
    async prepare(role) {
      if (role !== 'station') return
      const shown = inbox.open().filter((record) => isShownTo(role, row(record)))
      await Promise.all(shown.map((record) => categories.lookUp(record, matchesWaitMs)))
    },
    texts: (role) =>
      new Map(
        inbox.open().flatMap((record) => {
          const text = rowText(role, record)
          return text === undefined ? [] : [[record.orderId, text] as const]
        }),
      ),
    whole,
    async wholeForRole(role, record) {
      if (role === 'counter') return whole(record)
      const shown = await forRole(role, record)
      return shown && { ...shown, timeline: [], matches: [] }
    },
    async forFeed(role, record) {
      if (role !== 'counter') return forRole(role, record, feedWaitMs)
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
