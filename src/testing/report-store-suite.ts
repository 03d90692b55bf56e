import { expect, onTestFinished, test } from 'vitest'
import type { DayTotals } from '#domain/report-day.ts'
import type { ReportDay, Store } from '#server/storage/store.ts'
import { logEntryOf } from './action-store-suite.ts'
import { notificationOf } from './store-suite.ts'

const dayTotalsOf = (totals: Partial<DayTotals> = {}): DayTotals => ({
  hours: [[12, [1, 0, 0, 0, 0]]],
  asked: 0,
  ready: 0,
  toAnswer: [[20, 1]],
  toReady: [],
  sales: [{ currency: 'IQD', payment: null, orders: 1, total: '0.3' }],
  unreadable: 0,
  reasons: [],
  items: [{ id: '7', name: 'أرز \0', quantity: 2, orders: 1 }],
  missing: [],
  people: [{ name: 'Sara', accepted: 1, rejected: 0, ready: 0, toAnswer: [[20, 1]] }],
  ...totals,
})

export const reportDayOf = (day: string, rest: Partial<ReportDay> = {}): ReportDay => ({
  day,
  version: 1,
  isFinal: false,
  totals: dayTotalsOf(),
  ...rest,
})

const whole = { from: '0000-01-01', to: '9999-12-31', limit: 99 }

/** Tests the days of reports in a store; `create` makes a new, empty one. */
export function testReportStore(name: string, create: () => Promise<Store>): void {
  async function open(): Promise<Store> {
    const store = await create()
    onTestFinished(() => store.close())
    return store
  }

  test(`${name}: pages through the orders of a span by their receipt, open and closed`, async () => {
    const store = await open()
    const times = { d: 30, b: 20, a: 20, c: 20, e: 40, early: 9 }
    await store.ingest(Object.entries(times).map(([id, receivedAt]) => notificationOf(id, { receivedAt })))
    const closed = await store.find('b')
    if (closed) await store.save({ ...closed, lane: 'closed', closedAt: 50 })
    const span = { from: 10, before: 40 }
    const first = await store.ordersReceived({ ...span, limit: 2 })
    expect(first.map(({ orderId }) => orderId)).toEqual(['a', 'b'])
    expect(first[1]).toMatchObject({ lane: 'closed', closedAt: 50 })
    const rest = await store.ordersReceived({ ...span, after: { receivedAt: 20, orderId: 'b' }, limit: 9 })
    expect(rest.map(({ orderId }) => orderId)).toEqual(['c', 'd'])
  })

  test(`${name}: tells which orders changed after a version, each once and the latest last`, async () => {
    const store = await open()
    await store.ingest(['1', '2', '3'].map((id, at) => notificationOf(id, { receivedAt: at })))
    const version = await store.version()
    expect(await store.changedAfter(version, 9)).toEqual([])
    for (const id of ['1', '3', '1']) {
      const record = await store.find(id)
      if (record) await store.save({ ...record, isDigital: true })
    }
    const changed = await store.changedAfter(version, 9)
    expect(changed).toEqual([
      { orderId: '3', receivedAt: 2, version: version + 2 },
      { orderId: '1', receivedAt: 0, version: version + 3 },
    ])
    expect(await store.changedAfter(version, 1)).toEqual(changed.slice(0, 1))
  })

  test(`${name}: reads the log rows of some orders, oldest first`, async () => {
    const store = await open()
    for (const [at, orderId] of ['1', '2', null, '3', '1'].entries()) await store.appendLog(logEntryOf({ at, orderId }))
    expect((await store.logOf(['1', '3', 'none'])).map(({ at }) => at)).toEqual([0, 3, 4])
    expect(await store.logOf([])).toEqual([])
  })

  test(`${name}: overwrites a day by the same or a later version, and never a final one`, async () => {
    const store = await open()
    const first = reportDayOf('2026-11-20', { version: 5 })
    expect(await store.saveReportDay(first)).toBe(true)
    expect(await store.saveReportDay({ ...first, version: 4, isFinal: true })).toBe(false)
    expect(await store.reportDays(whole)).toEqual([first])
    const final = { ...first, isFinal: true, totals: dayTotalsOf({ people: null, ready: 3 }) }
    expect(await store.saveReportDay(final)).toBe(true)
    expect(await store.saveReportDay({ ...first, version: 9 })).toBe(false)
    expect(await store.saveReportDay({ ...final, version: 9 })).toBe(false)
    expect(await store.reportDays(whole)).toEqual([final])
  })

  test(`${name}: reads days in their order, and forgets those before one`, async () => {
    const store = await open()
    for (const day of ['2026-11-20', '2026-10-31', '2026-11-01'])
      await store.saveReportDay(reportDayOf(day, { isFinal: day.startsWith('2026-10') }))
    const days = async (options: Partial<typeof whole> = {}) =>
      (await store.reportDays({ ...whole, ...options })).map(({ day }) => day)
    expect(await days()).toEqual(['2026-10-31', '2026-11-01', '2026-11-20'])
    expect(await days({ from: '2026-11-01', to: '2026-11-19' })).toEqual(['2026-11-01'])
    expect(await days({ limit: 2 })).toEqual(['2026-10-31', '2026-11-01'])
    expect(await store.openReportDays('2026-11-19')).toEqual(['2026-11-01'])
    expect(await store.forgetReportDays('2026-11-01')).toBe(1)
    expect(await days()).toEqual(['2026-11-01', '2026-11-20'])
  })
}
