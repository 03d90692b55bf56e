import { DatabaseSync } from 'node:sqlite'
import { recordOfNotification, type OrderRecord } from '#domain/order.ts'
import { rowOf } from '#server/node/storage/store-record.ts'
import { logEntryOf } from '#testing/action-store-suite.ts'

const products = 300
const linesOfAnOrder = 4

const reasons = [
  { reason_id: 1, reason: 'Out of stock' },
  { reason_id: 2, reason: 'Too busy' },
  { reason_id: 3, reason: 'Closing soon' },
]

const second = 1000
const minute = 60 * second
const day = 24 * 60 * minute

/**
 * Writes closed orders over some days into a store's file, which exists: one by one would take minutes.
 * @returns the id of the newest.
 */
export function fillWithOrders(file: string, orders: number, days: number, now: number): string {
  const database = new DatabaseSync(file)
  const addOrder = database.prepare(
    'insert into orders (order_id, received_at, closed_at, numbers, outcome, version, record) values (?, ?, ?, ?, ?, ?, ?)',
  )
  const addLog = database.prepare('insert into action_log (number, at, order_id, entry) values (?, ?, ?, ?)')
  database.exec('begin')
  let logged = 0
  for (let index = 0; index < orders; index += 1) {
    const receivedAt = now - Math.floor(((orders - index) * (days - 1) * day) / orders)
    const { record, log } = closedOrder(index, receivedAt)
    const columns = rowOf(record)
    addOrder.run(
      columns.order_id,
      columns.received_at,
      columns.closed_at,
      columns.numbers,
      columns.outcome,
      columns.version,
      columns.record,
    )
    for (const entry of log) addLog.run((logged += 1), entry.at, entry.orderId, JSON.stringify(entry))
  }
  database.exec(`update counters set latest = ${orders} where name = 'version'`)
  database.exec(`update counters set latest = ${logged} where name = 'log'`)
  database.exec('commit')
  // Else the first commit of the desk would copy all of it into the file.
  database.exec('pragma wal_checkpoint(truncate)')
  database.close()
  return String(orders - 1)
}

/** An order that was accepted, made ready and completed; every tenth was rejected. */
function closedOrder(index: number, receivedAt: number) {
  const orderId = String(index)
  const by = { person: index % 3 === 0 ? 'Omar' : 'Sara', tablet: 'Counter' }
  const isRejected = index % 10 === 0
  const answeredAt = receivedAt + 5 * second + ((index * 7919) % 240) * second
  const what = isRejected ? 'reject' : 'accept'
  const entry = { orderId, by, outcome: 'done', tookMs: 400 }
  const reason = reasons[Math.floor(index / 10) % reasons.length]
  const isQuestion = reason?.reason_id === 1
  const sent = isRejected ? { ...reason, ...(isQuestion && { item_ids: [Number(`${index}1`)] }) } : {}
  const log = [
    logEntryOf({ ...entry, what, at: answeredAt, sent }),
    ...(isRejected ? [] : [logEntryOf({ ...entry, what: 'ready', at: answeredAt + ((index * 31) % 40) * minute })]),
  ]
  const notification = { orderId, toldId: null, itemIds: [], source: 'webhook', receivedAt } as const
  const record: OrderRecord = {
    ...recordOfNotification(notification, index + 1),
    lane: 'closed',
    closedFrom: isRejected ? 'answer' : 'ready',
    closedAt: receivedAt + 60 * minute,
    lastDone: { action: what, outcome: 'done', by, at: answeredAt },
    order: wireOrder(orderId, index, isRejected ? 'rejected' : 'delivered'),
  }
  return { record, log }
}

function wireOrder(id: string, index: number, key: string) {
  const decoration = { background_color: '#FFF4D6', border_color: '#e8c15a', border_radius: 8, featured_icon: null }
  const items = Array.from({ length: linesOfAnOrder }, (_, line) => {
    const product = (index * 13 + line * 71) % products
    return {
      id: `${index}${line}`,
      price: 1250,
      quantity: (index % 3) + 1,
      product: {
        id: String(product),
        vendor_id: '1',
        vendor_reference_id: `REF-${product}`,
        service: 'shop',
        name: `أرز بسمتي ${product} كغ · Basmati rice ${product} kg`,
        featured_image: `https://pictures.test/${product}.webp`,
        images: [`https://pictures.test/${product}.webp`],
        barcode: String(6_290_000_000_000 + product),
        price: 1250,
        original_price: null,
        currency: 'IQD',
        is_available: true,
      },
      customizations: null,
    }
  })
  return {
    id,
    service: 'shop',
    receipt_number: null,
    total: 5000.25 + (index % 40) * 250,
    currency: 'IQD',
    created_at: '2026-11-20T12:00:00Z',
    is_active: false,
    status: { key, title: key, created_at: null, aliases: [], decoration },
    customer: { id: '1', name: 'Zainab Al-Karim' },
    print_order_number: `A-${index}`,
    items,
    payment_method: { id: '1', key: 'cash', title: 'Cash', sub_title: null, payment_type: null, featured_image: null },
    is_pickup: false,
    can_mark_as_ready: false,
  }
}
