import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { pageClock } from '#contract/clock.ts'
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
const orders = 60_000
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
    const newest = fillWithOrders(file, orders, days, clock.now())
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
  const { data } = (await answer.json()) as { readonly data: { readonly orders: number } } // As in the contract.
  if (data.orders !== orders) throw new Error(`The report has ${data.orders} orders.`)
  return performance.now() - begun
}

/** An order of the current day goes on, as several a minute do in such a shop. */
async function change(store: Store, orderId: string): Promise<void> {
  const record = await store.find(orderId)
  if (!record || !(await store.save({ ...record, isDigital: !record.isDigital }))) throw new Error('It did not change.')
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
