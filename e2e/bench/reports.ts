import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import * as z from 'zod/mini'
import { pageClock } from '#contract/clock.ts'
import { readReport } from '#contract/desk/reports.ts'
import { addDays, dayOf } from '#domain/calendar-day.ts'
import { openSqliteStore } from '#server/node/storage/store-sqlite.ts'
import { createDailyTotals } from '#server/reports/daily-totals.ts'
import type { Store } from '#server/storage/store.ts'
import type { TestClock } from '#testing/clock.ts'
import { createTestDesk, type TestDesk } from '#testing/desk.ts'
import { collectGarbage } from '../collect-garbage.ts'
import { median, row, type Row } from './figures.ts'
import { fillWithOrders } from './months-of-orders.ts'

const days = 90
/** In the days of the report and in as many before, with which it compares. */
const orders = 120_000
const reports = 40
const medianGoalMs = 150
const blockGoalMs = 20

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
 * 60,000 orders over 90 days in a file, and as many over the 90 days before: a report that compares the two, while
 * orders of the current day go on changing; and the longest block of the server's loop meanwhile, and while all days are
 * counted for the first time. Beside the goals, and a plain loop over the same orders.
 */
export async function reportsOverMonths(): Promise<readonly Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'reports-'))
  const file = join(folder, 'desk.db')
  const clock = realClock()
  const store = await openSqliteStore({ file, clock, log: () => undefined })
  try {
    const newest = fillWithOrders(file, orders, 2 * days, clock.now())
    const desk = createTestDesk({ store, clock, config: { timeZone } })
    const today = dayOf(clock.now(), timeZone)
    const path = `/api/desk/reports?from=${addDays(today, 1 - days)}&to=${today}`
    const ask = () => report(desk, path)
    const servers = { isPolling: () => true }
    const log = () => undefined
    const totals = createDailyTotals({ store, servers, clock, log, timeZone, onStoreFailure: log })
    const firstBlock = await longestBlock(totals.save)
    // A first round does not count: it reads the current day, of which only the changes are read later.
    await ask()
    const times: number[] = []
    const work: number[] = []
    const block = await longestBlock(async () => {
      for (let at = 0; at < reports; at += 1) {
        await change(store, newest)
        await nextTurn()
        const before = spentMs()
        times.push(await ask())
        work.push(spentMs() - before)
      }
    })
    const name = `report over ${days} days of ${orders / 2} orders, and as many before`
    const time = median(times)
    return [
      row(`${name}, p50`, 'ms', time, 'the goal', medianGoalMs),
      row(`${name}, p50`, 'ms', time, 'a plain loop over the same orders', plainLoop(file)),
      row('the same, work of its thread, p50', 'ms', median(work), 'the goal', medianGoalMs),
      row('the same, longest block', 'ms', block, 'the goal', blockGoalMs),
      row('counting all days for the first time, longest block', 'ms', firstBlock, 'the goal', blockGoalMs),
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
  const { data } = z.parse(readReport.answer, await answer.json())
  const counted = data.orders + data.before.orders
  if (counted !== orders) throw new Error(`The report has ${counted} orders.`)
  return performance.now() - begun
}

/**
 * What a report costs without stored days: each order is read and added to a few counts.
 * @returns how long it took, in ms.
 */
function plainLoop(file: string): number {
  const database = new DatabaseSync(file, { readOnly: true })
  const begun = performance.now()
  const outcomes = new Map<string, number>()
  const sales = new Map<string, number>()
  const quantities = new Map<string, number>()
  let count = 0
  for (const { record } of database.prepare('select record from orders').iterate()) {
    const { lastDone, order }: PlainOrder = JSON.parse(String(record))
    count += 1
    add(outcomes, lastDone.action, 1)
    if (lastDone.action === 'accept') add(sales, order.currency, order.total)
    for (const { product, quantity } of order.items) add(quantities, product.id, quantity)
  }
  const took = performance.now() - begun
  database.close()
  if (count !== orders) throw new Error(`The loop has ${count} orders.`)
  return took
}

/** As `fillWithOrders` wrote it. */
interface PlainOrder {
  readonly lastDone: { readonly action: string }
  readonly order: {
    readonly currency: string
    readonly total: number
    readonly items: readonly { readonly product: { readonly id: string }; readonly quantity: number }[]
  }
}

function add(counts: Map<string, number>, key: string, by: number): void {
  counts.set(key, (counts.get(key) ?? 0) + by)
}

/** An order of the current day goes on, as several a minute do in such a shop. */
async function change(store: Store, orderId: string): Promise<void> {
  const record = await store.find(orderId)
  if (!record || !(await store.save({ ...record, isDigital: !record.isDigital }))) throw new Error('It did not change.')
}

/** The work of this thread so far, in ms, whatever other programs do meanwhile. */
function spentMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
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
  for (let before = spentMs(); !isOver;) {
    await nextTurn()
    const now = spentMs()
    longest = Math.max(longest, now - before)
    before = now
  }
  await over
  return longest
}
