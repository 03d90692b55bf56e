import type { OrderRecord } from '#domain/order.ts'
import type { FeedRow } from '#contract/desk/feed.ts'
import type { OrderId } from '#contract/vendor/item-id.ts'
import { logBug, type Log } from '#server/runtime/bug.ts'
import type { Alarms } from '#server/feed/alarms.ts'
import type { Feed } from '#server/feed/feed.ts'
import type { OrderRows } from './order-rows.ts'

interface LiveRowsDeps {
  readonly feed: Pick<Feed, 'tell' | 'streams'>
  readonly rows: Pick<OrderRows, 'texts' | 'forFeed' | 'firstRead'>
  readonly alarms: Pick<Alarms, 'current'>
  readonly log: Log
}

export interface LiveRows {
  /** An order changed: the feed sends its row. Rows of one order leave in the order of their versions. */
  note(record: OrderRecord): void
  /** What a snapshot has besides its version and time: the open board and the alarms, as the rest of its JSON. */
  snapshot(): Uint8Array
}

/** Sends rows to the feed as orders change, and the open board to each tablet that connects. */
export function createLiveRows({ feed, rows, alarms, log }: LiveRowsDeps): LiveRows {
  /** The latest record of each order whose row is being made. One that changes meanwhile is sent once more afterwards. */
  const changed = new Map<OrderId, OrderRecord>()
  let sent: { readonly rows: readonly string[]; readonly alarms: string; readonly bytes: Uint8Array } | undefined

  /** Without a row where a mistake of ours is in its way: the tablet then asks for it. */
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
      feed.tell({ event: 'order', data: { order_id: orderId, version: record.version, ...(row && { row }) } })
      if (changed.get(orderId) === record) break
    }
    // No pause since the loop looked: what changes from here on is sent anew.
    changed.delete(orderId)
  }

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
    snapshot() {
      const texts = rows.texts()
      const told = JSON.stringify(alarms.current())
      const isSame =
        sent?.alarms === told && sent.rows.length === texts.length && texts.every((text, at) => text === sent?.rows[at])
      // The same bytes for all who connect to one board: a thousand tablets that come back at once cost the memory of one.
      if (!sent || !isSame) {
        sent = {
          rows: texts,
          alarms: told,
          bytes: new TextEncoder().encode(`,"orders":[${texts.join(',')}],"alarms":${told}`),
        }
      }
      return sent.bytes
    },
  }
}
