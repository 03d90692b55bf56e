import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { readSummary, type ShopSummary } from '#contract/desk/shops.ts'
import { createTestClock } from '#testing/clock.ts'
import { codeOf, createTestDesk, openTestDesk, type TestDesk } from '#testing/desk.ts'
import { createMemoryStore } from '#server/storage/store-memory.ts'

const summaryOf = async (desk: Pick<TestDesk, 'ask'>): Promise<ShopSummary> =>
  z.parse(readSummary.answer, await (await desk.ask(readSummary.path)).json()).data

const beat = (desk: Pick<TestDesk, 'post'>, armed: boolean) =>
  desk.post('/api/desk/presence', { armed, sound: true, awake: true, feed: true, notifications: false, touched: false })

test('tells what waits, and since when', async () => {
  const desk = createTestDesk()
  expect(await summaryOf(desk)).toMatchObject({ waiting: 0, waiting_since: null })
  await desk.order()
  await desk.clock.advance(20_000)
  const { id } = await desk.order()
  const summary = await summaryOf(desk)
  expect(summary).toMatchObject({ waiting: 2, server_time: '2026-11-20T12:00:20.000Z' })
  expect(summary.waiting_since).toMatch(/^2026-11-20T1(?:1:5\d|2:00)/)
  await desk.during(5000, desk.act(id, 'accept'))
  expect(await summaryOf(desk)).toMatchObject({ waiting: 1 })
})

test('tells how many counters are there, and how many would ring', async () => {
  const desk = createTestDesk()
  expect(await summaryOf(desk)).toMatchObject({ counters: { there: 0, ringing: 0 } })
  await beat(desk, false)
  expect(await summaryOf(desk)).toMatchObject({ counters: { there: 1, ringing: 0 } })
  await beat(await desk.admit('Second', 'Omar'), true)
  expect(await summaryOf(desk)).toMatchObject({ counters: { there: 2, ringing: 1 } })
  await desk.clock.advance(80_000)
  expect(await summaryOf(desk)).toMatchObject({ counters: { there: 0, ringing: 0 } })
})

test('does not count a kitchen’s screen as a counter that rings', async () => {
  const desk = createTestDesk()
  const kitchen = await desk.admit('Kitchen', 'Omar')
  await beat(kitchen, true)
  const { id = '' } = (await desk.store.devices()).find(({ name }) => name === 'Kitchen') ?? {}
  await desk.store.changeDevice(id, { role: 'station' })
  expect(await summaryOf(desk)).toMatchObject({ counters: { there: 0, ringing: 0 } })
})

test('tells the state of printers and the alarms, without anything of a person', async () => {
  const desk = await openTestDesk()
  const order = await desk.order()
  await desk.post('/api/desk/printers', {
    name: 'Kitchen',
    kind: 'escpos',
    address: '10.0.0.9:9100',
    width: 80,
    prints: [],
    languages: ['en'],
  })
  await desk.notify('{"id": "1"}', { Authorization: 'Bearer wrong-secret-of-some-length' })
  const summary = await summaryOf(desk)
  expect(summary.printers).toMatchObject([{ name: 'Kitchen', is: 'ready' }])
  expect(summary.alarms).toMatchObject([{ code: 'webhook_refused', since: '2026-11-20T12:00:00.000Z' }])
  const text = JSON.stringify(summary)
  for (const secret of [order.id, order.printNumber, 'Sara', 'Omar', '10.0.0.9', 'Counter'])
    expect(text).not.toContain(secret)
})

test('counts the orders of the shop’s own day, and the money of those that it sold', async () => {
  // 23:50 in Baghdad.
  const clock = createTestClock(Date.parse('2026-11-20T20:50:00Z'))
  const desk = await openTestDesk({ clock, config: { timeZone: 'Asia/Baghdad' } })
  const { id } = await desk.order()
  await desk.order()
  await desk.during(5000, desk.act(id, 'accept'))
  await clock.advance(20_000)
  const { today } = await summaryOf(desk)
  expect(today).toMatchObject({ from: '2026-11-19T21:00:00.000Z', time_zone: 'Asia/Baghdad', orders: 2, missed: 0 })
  expect(today.sales).toMatchObject([{ currency: 'IQD', orders: 1 }])
  await clock.advance(10 * 60_000)
  await desk.order()
  expect((await summaryOf(desk)).today).toMatchObject({ from: '2026-11-20T21:00:00.000Z', orders: 1, sales: [] })
})

test('counts the day once for all who ask within some seconds', async () => {
  const store = createMemoryStore()
  let counted = 0
  const desk = createTestDesk({ store: { ...store, closed: (options) => ((counted += 1), store.closed(options)) } })
  await summaryOf(desk)
  await Promise.all([summaryOf(desk), summaryOf(desk)])
  expect(counted).toBe(1)
  await desk.clock.advance(20_000)
  await summaryOf(desk)
  expect(counted).toBe(2)
})

test('is for managers', async () => {
  const desk = createTestDesk()
  expect(await codeOf((await desk.admit('Second', 'Omar')).ask(readSummary.path))).toBe('403 manager_required')
})
