import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { pageClock } from '#contract/clock.ts'
import { addDays, dayOf } from '#domain/calendar-day.ts'
import { recordOfNotification, type OrderRecord } from '#domain/order.ts'
import { rowOf } from '#server/node/storage/store-record.ts'
import { openSqliteStore } from '#server/node/storage/store-sqlite.ts'
import { createDailyTotals } from '#server/reports/daily-totals.ts'
import type { Store } from '#server/storage/store.ts'
import { logEntryOf } from '#testing/action-store-suite.ts'
import type { TestClock } from '#testing/clock.ts'
import { createTestDesk, type TestDesk } from '#testing/desk.ts'
import { collectGarbage } from '../collect-garbage.ts'
import { median, row, type Row } from './figures.ts'

const days = 90
const orders = 60_000
const products = 300
const linesOfAnOrder = 4
const reports = 40
const medianGoalMs = 150
const blockGoalMs = 20

const second = 1000
const minute = 60 * second
const day = 24 * 60 * minute
const timeZone = 'Asia/Baghdad'

/** The clock of this machine, as a desk in memory takes it. */
const realClock = (): TestClock => ({
  ...pageClock,
  steady: () => performance.now(),
  after: (ms, call) => {
    const timer = setTimeout(call, ms)
    return () => clearTimeout(timer)
  },
  advance: (ms) => pageClock.sleep(ms),
  set: () => undefined,
})

/**
 * 60,000 orders over 90 days in a file: a report over all of them, with the 90 days before, while orders of the current
 * day go on changing; and the longest block of the server's loop meanwhile, and while all days are counted for the first
 * time. Beside the goals.
 */
export async function reportsOverMonths(): Promise<readonly Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'reports-'))
  const file = join(folder, 'desk.db')
  const clock = realClock()
  const store = await openSqliteStore({ file, clock, log: () => undefined })
  try {
    const newest = fill(file, clock.now())
    const desk = createTestDesk({ store, clock, config: { timeZone } })
    const today = dayOf(clock.now(), timeZone)
    const path = `/api/desk/reports?from=${addDays(today, 1 - days)}&to=${today}`
    const ask = () => report(desk, path)
    const servers = { isPolling: () => true }
    const log = () => undefined
    const totals = createDailyTotals({ store, servers, clock, log, timeZone, onStoreFailure: log })
    const begun = performance.now()
    const firstBlock = await longestBlock(totals.save)
    const first = performance.now() - begun
    // A first round does not count: it reads the current day, of which only the changes are read later.
    await ask()
    const times: number[] = []
    const block = await longestBlock(async () => {
      for (let at = 0; at < reports; at += 1) {
        await change(store, newest)
        await nextTurn()
        times.push(await ask())
      }
    })
    return [
      row(`report over ${days} days of ${orders} orders, p50`, 'ms', median(times), 'the goal', medianGoalMs),
      row('the same, longest block', 'ms', block, 'the goal', blockGoalMs),
      row('counting all days once, for each order', 'ms', first / orders, 'a report', median(times)),
      row('the same, longest block', 'ms', firstBlock, 'the goal', blockGoalMs),
    ]
  } finally {
    await store.close()
    rmSync(folder, { recursive: true })
  }
}

/** @returns how long it took, in ms. */
async function report(desk: TestDesk, path: string): Promise<number> {
  const begun = performance.now()
  const answer = await desk.ask(path)
  const { data } = (await answer.json()) as { readonly data: { readonly orders: number } } // As in the contract.
  if (data.orders !== orders) throw new Error(`The report has ${data.orders} orders.`)
  return performance.now() - begun
}

/** An order of the current day goes on, as several a minute do in such a shop. */
async function change(store: Store, orderId: string): Promise<void> {
  const record = await store.find(orderId)
  if (!record || !(await store.save({ ...record, isDigital: !record.isDigital }))) throw new Error('It did not change.')
}

/** Writes the orders at once: one by one would take minutes. @returns the id of the newest. */
function fill(file: string, now: number): string {
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
  const sent = isRejected ? { reason_id: (index % 5) + 1, reason: 'Out of stock' } : {}
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

/**
 * The longest stretch in which other work got no turn, in ms of this thread's own work: what other programs take from it
 * meanwhile does not count.
 */
async function longestBlock(run: () => Promise<unknown>): Promise<number> {
  // Garbage of earlier work must not be collected during this one.
  collectGarbage()
  let longest = 0
  let isOver = false
  const over = run().finally(() => (isOver = true))
  const spent = () => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1000
  }
  for (let before = spent(); !isOver;) {
    await nextTurn()
    const now = spent()
    longest = Math.max(longest, now - before)
    before = now
  }
  await over
  return longest
}
