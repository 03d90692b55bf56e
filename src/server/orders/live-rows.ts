import type { FeedRow } from '#contract/desk/feed.ts'
import type { Shortage } from '#contract/desk/shortages.ts'
import { type TabletRole, tabletRoles } from '#contract/desk/tablet-role.ts'
import type { OrderId } from '#contract/vendor/item-id.ts'
import type { OrderRecord } from '#domain/order.ts'
import type { Alarms } from '#server/feed/alarms.ts'
import type { Feed } from '#server/feed/feed.ts'
import { type Log, logBug } from '#server/runtime/bug.ts'
import type { OrderRows } from './order-rows.ts'

interface LiveRowsDeps {
  readonly feed: Pick<Feed, 'broadcast' | 'streams' | 'streamsOf'>
  readonly rows: Pick<OrderRows, 'prepare' | 'texts' | 'forFeed' | 'firstRead'>
  readonly alarms: Pick<Alarms, 'current'>
  readonly shortagesFor: (role: TabletRole) => readonly Shortage[]
  readonly log: Log
}

export interface LiveRows {
  /** Sends the row of a changed order to the feed. Rows of one order leave in the order of their versions. */
  note(record: OrderRecord): void
  /** Looks up what a snapshot for a role contains of the catalog. */
  prepare(role: TabletRole): Promise<void>
  /** The rest of a snapshot's JSON after version and time: the open board and what else counters see. */
  snapshot(role: TabletRole): Uint8Array
}

interface Snapshot {
  readonly texts: readonly string[]
  readonly others: string
  readonly bytes: Uint8Array
}

/** Sends rows to the feed as orders change, and the open board to each tablet that connects. */
export function createLiveRows({ feed, rows, alarms, shortagesFor, log }: LiveRowsDeps): LiveRows {
  /** The latest record of each order whose row is in progress; a later change is sent once more afterwards. */
  const changed = new Map<OrderId, OrderRecord>()
  const sent = new Map<TabletRole, Snapshot>()
  /** The orders that tablets of a role may show. */
  const shown: Readonly<Record<TabletRole, Set<OrderId>>> = {
    counter: new Set(),
    station: new Set(),
    display: new Set(),
  }

  /** The row, or nothing after a bug; the tablet then requests it. */
  async function rowOf(role: TabletRole, record: OrderRecord): Promise<FeedRow | null | undefined> {
    try {
      return await rows.forFeed(role, record)
    } catch (error) {
      logBug(log, 'row of the feed', error)
      return undefined
    }
  }

  /** A tablet hears that an order is gone, and nothing of one that it never showed. */
  function sendTo(role: TabletRole, { orderId, version }: OrderRecord, row: FeedRow | null | undefined): void {
    const wasShown = shown[role].has(orderId)
    if (row === null) shown[role].delete(orderId)
    else if (row) shown[role].add(orderId)
    if (row || wasShown || role === 'counter')
      feed.broadcast({ event: 'order', data: { order_id: orderId, version, ...(row !== undefined && { row }) } }, [
        role,
      ])
  }

  async function send(first: OrderRecord): Promise<void> {
    const { orderId } = first
    await rows.firstRead(first).catch((error: unknown) => logBug(log, 'first reading for the feed', error))
    for (;;) {
      const record = changed.get(orderId) ?? first
      const listening = tabletRoles.filter((role) => feed.streamsOf(role) > 0)
      const built = await Promise.all(listening.map(async (role) => [role, await rowOf(role, record)] as const))
      for (const [role, row] of built) sendTo(role, record, row)
      if (changed.get(orderId) === record) break
    }
    // No await since the loop's last check, so a later change starts a new send.
    changed.delete(orderId)
  }

  /** What a snapshot has besides orders. */
  const othersFor = (role: TabletRole) => ({
    alarms: role === 'counter' ? alarms.current() : [],
    ...(role !== 'display' && { shortages: shortagesFor(role) }),
  })

  return {
    note(record) {
      const { orderId, version } = record
      // A tablet that connects later finds the order in its snapshot.
      if (feed.streams() === 0) return
      const known = changed.get(orderId)
      if (known && known.version >= version) return
      changed.set(orderId, record)
      if (!known) void send(record)
    },
    prepare: rows.prepare,
    snapshot(role) {
      const texts = rows.texts(role)
      if (feed.streamsOf(role) === 0) shown[role].clear()
      for (const orderId of texts.keys()) shown[role].add(orderId)
      const others = JSON.stringify(othersFor(role)).slice(1, -1)
      const before = sent.get(role)
      const listed = [...texts.values()]
      const isSame =
        before?.others === others &&
        before.texts.length === listed.length &&
        listed.every((text, at) => text === before.texts[at])
      // All streams share the same bytes, so that a thousand reconnecting tablets need the memory of one.
      if (before && isSame) return before.bytes
      const bytes = new TextEncoder().encode(`,"orders":[${listed.join(',')}],${others}`)
      sent.set(role, { texts: listed, others, bytes })
      return bytes
    },
  }
}
