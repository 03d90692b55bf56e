import type { OrderRow, TimelineEntry } from '#contract/desk/inbox.ts'
import type { Who } from '#contract/desk/who.ts'
import type { Clock } from '#contract/clock.ts'
import { isRecord } from '#contract/json.ts'
import { isOrderId, type OrderId } from '#contract/vendor/order-id.ts'
import type { Alarms } from './alarms.ts'
import { answer, DeskFailure } from './desk-failure.ts'
import type { Inbox } from './inbox.ts'
import type { OrderReader } from './order-reader.ts'
import { toRow } from './order-row.ts'
import type { OrderRecord } from './store.ts'

export interface BoardParts {
  readonly inbox: Inbox
  readonly orders: OrderReader
  readonly alarms: Alarms
  readonly clock: Clock
  readonly responseWindowSeconds: number
}

export interface Board {
  list(search: URLSearchParams): Promise<Response>
  read(orderId: OrderId): Promise<Response>
  /** Takes in an order that no webhook told of. */
  open(body: unknown): Promise<Response>
  acknowledge(orderId: OrderId, by: Who): Promise<Response>
}

const closedAtOnce = 50

/** What tablets ask about orders: answered from what this desk knows, however many of them there are. */
export function createBoard({ inbox, orders, alarms, clock, responseWindowSeconds }: BoardParts): Board {
  const windowMs = responseWindowSeconds * 1000
  const meta = () => ({
    version: inbox.version(),
    server_time: new Date(clock.now()).toISOString(),
    alarms: [...alarms.current()],
  })

  async function recordsOf(search: URLSearchParams): Promise<readonly OrderRecord[]> {
    const text = search.get('q')?.trim().toLowerCase() ?? ''
    if (search.get('view') !== 'closed') {
      return inbox
        .open()
        .filter(({ numbers }) => numbers.includes(text))
        .toSorted((one, other) => one.receivedAt - other.receivedAt)
    }
    const before = Date.parse(search.get('before') ?? '')
    return inbox.closed({
      limit: closedAtOnce,
      ...(text !== '' && { search: text }),
      ...(Number.isFinite(before) && { before }),
    })
  }

  async function find(orderId: OrderId): Promise<OrderRecord> {
    const record = await inbox.find(orderId)
    if (!record) throw new DeskFailure(404, 'order_not_found', 'This desk has not heard of that order.')
    return record
  }

  const row = (record: OrderRecord): OrderRow => toRow(record, windowMs)

  return {
    async list(search) {
      return answer(200, { data: (await recordsOf(search)).map(row), meta: meta() })
    },
    async read(orderId) {
      const record = await find(orderId)
      const heard = {
        at: record.receivedAt,
        what: record.source === 'webhook' ? 'heard' : 'opened',
        detail: null,
        by: null,
      }
      const timeline = [heard, ...(await inbox.timeline(orderId))].map((entry): TimelineEntry => ({
        ...entry,
        at: new Date(entry.at).toISOString(),
      }))
      return answer(200, { data: { ...toRow(record, windowMs, inbox.codes(orderId)), timeline } })
    },
    async open(body) {
      const orderId = isRecord(body) && typeof body['order_id'] === 'string' ? body['order_id'].trim() : ''
      if (!isOrderId(orderId))
        throw new DeskFailure(400, 'bad_order_id', 'An order id is letters, digits and . _ : - only.')
      const reading = await orders.read(orderId)
      await inbox.hear([{ orderId, toldId: null, itemIds: [], source: 'opened', receivedAt: clock.now() }])
      await inbox.noteReading(reading)
      return answer(200, { data: row(await find(orderId)) })
    },
    async acknowledge(orderId, by) {
      const record = await inbox.acknowledge(orderId, by)
      if (!record) throw new DeskFailure(404, 'order_not_found', 'No such order waits on this desk.')
      return answer(200, { data: row(record) })
    },
  }
}
