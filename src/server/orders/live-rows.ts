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
      feed.tell({ event: 'order', data: { order_id: orderId, version: record.version, ...(row && { row }) } })
      if (changed.get(orderId) === record) break
    }
    // No await since the loop's last check, so a later change starts a new send.
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
