import { expect, test } from 'vitest'
import type { Shortage } from '#contract/desk/shortages.ts'
import { createMemoryStore } from '#server/storage/store-memory.ts'
import { createSimulator } from '#simulator/simulator.ts'
import { createTestClock } from '#testing/clock.ts'
import { codeOf, createBreakableStore, createTestDesk, openTestDesk, testToken, type TestDesk } from '#testing/desk.ts'

const sara = { person: 'Sara', tablet: 'Counter' }
const minute = 60_000

interface Line {
  readonly id: string
  readonly product: { readonly id: string; readonly name: string; readonly barcode: string | null }
}

/** Two orders in preparation, which share their first product. */
async function openWithTwo(options: Parameters<typeof createTestDesk>[0] = {}) {
  const clock = options.clock ?? createTestClock()
  const vendor = options.vendor ?? createSimulator({ clock, token: testToken })
  const desk = await openTestDesk({ config: { timeZone: 'Asia/Baghdad' }, ...options, clock, vendor })
  const first = await desk.order('large')
  const second = await desk.order('ordinary', { lines: first.lines.slice(0, 2) })
  for (const { id } of [first, second]) await desk.act(id, 'accept')
  const linesOf = async (id: string) => ((await desk.row(id)).order as { items: Line[] }).items // the simulator's
  const [line, other] = await linesOf(first.id)
  const [same] = await linesOf(second.id)
  if (!line || !other || !same) throw new Error('The orders have lines.')
  return { desk, first, second, line, other, same }
}

const pick = (desk: Pick<TestDesk, 'post'>, orderId: string, line: Line, state: unknown) =>
  desk.post(`/api/desk/orders/${orderId}/picks/${line.id}`, { state }, 'PUT')

const shortages = async (desk: Pick<TestDesk, 'ask'>): Promise<readonly Shortage[]> =>
  (await (await desk.ask('/api/desk/shortages')).json()).data
const onBoard = async (desk: Pick<TestDesk, 'ask'>): Promise<readonly Shortage[]> =>
  (await (await desk.ask('/api/desk/orders')).json()).meta.shortages
const end = (desk: Pick<TestDesk, 'post'>, id: string) => desk.post(`/api/desk/shortages/${id}`, undefined, 'DELETE')

test('a line marked missing makes its product short, for every tablet at once', async () => {
  const { desk, first, line } = await openWithTwo()
  const events = await desk.listen()
  expect(events.find(({ event }) => event === 'snapshot')?.data['shortages']).toEqual([])
  expect((await pick(desk, first.id, line, 'missing')).status).toBe(200)
  const shortage = {
    name: line.product.name,
    product_id: line.product.id,
    order_id: first.id,
    by: sara,
    since: '2026-11-20T12:00:00.000Z',
  }
  expect(await shortages(desk)).toMatchObject([shortage])
  expect(await onBoard(desk)).toMatchObject([shortage])
  await desk.clock.advance(1)
  expect(events.findLast(({ event }) => event === 'shortages')?.data['shortages']).toMatchObject([shortage])
  const later = await desk.listen()
  expect(later.find(({ event }) => event === 'snapshot')?.data['shortages']).toMatchObject([shortage])
})

test.each([null, 'picked'])('the mark changed to %j takes the shortage back', async (state) => {
  const { desk, first, line } = await openWithTwo()
  await pick(desk, first.id, line, 'missing')
  await pick(desk, first.id, line, state)
  expect(await shortages(desk)).toEqual([])
})

test('a mark taken back leaves the shortage that another order reports too', async () => {
  const { desk, first, second, line, same } = await openWithTwo()
  await pick(desk, first.id, line, 'missing')
  await desk.clock.advance(minute)
  await pick(desk, second.id, same, 'missing')
  expect(await shortages(desk)).toMatchObject([{ order_id: first.id, since: '2026-11-20T12:00:00.000Z' }])
  await pick(desk, first.id, line, null)
  expect(await shortages(desk)).toMatchObject([{ order_id: second.id, since: '2026-11-20T12:01:00.000Z' }])
  await pick(desk, second.id, same, null)
  expect(await shortages(desk)).toEqual([])
})

test('picks of other lines write no setting', async () => {
  const store = createMemoryStore()
  const { desk, first, line, other } = await openWithTwo({ store })
  await pick(desk, first.id, other, 'picked')
  await pick(desk, first.id, other, null)
  expect(await store.readSetting('shortages')).toBeUndefined()
  await pick(desk, first.id, line, 'missing')
  await pick(desk, first.id, line, 'missing')
  expect((await store.readSetting('shortages'))?.revision).toBe(1)
})

test('a product that names nothing to compare by makes nothing short', async () => {
  const clock = createTestClock()
  const vendor = createSimulator({ clock, token: testToken })
  const { desk, first, line } = await openWithTwo({
    clock,
    vendor,
    async fetch(request) {
      const body = (await (await vendor.fetch(request)).json()) as { data?: { items?: Record<string, unknown>[] } }
      for (const item of body.data?.items ?? []) item['product'] = { name: 'Bread', id: ' ', barcode: null }
      return Response.json(body)
    },
  })
  expect((await pick(desk, first.id, line, 'missing')).status).toBe(200)
  expect((await desk.row(first.id)).picks).toMatchObject([{ state: 'missing' }])
  expect(await shortages(desk)).toEqual([])
})

test('a signed-in person says that it is back, which the log notes and the order’s mark outlives', async () => {
  const { desk, first, line } = await openWithTwo()
  await pick(desk, first.id, line, 'missing')
  const events = await desk.listen()
  const [shortage] = await shortages(desk)
  expect((await end(desk, shortage?.id ?? '')).status).toBe(200)
  expect(await shortages(desk)).toEqual([])
  await desk.clock.advance(1)
  expect(events.findLast(({ event }) => event === 'shortages')?.data['shortages']).toEqual([])
  expect((await desk.row(first.id)).picks).toMatchObject([{ state: 'missing' }])
  const { data } = (await (await desk.ask('/api/desk/log')).json()) as { data: readonly unknown[] }
  expect(data[0]).toMatchObject({ what: 'end shortage', about: line.product.name, by: sara, outcome: 'done' })
  expect(await codeOf(end(desk, shortage?.id ?? ''))).toBe('404 not_found')
})

test('a station reports in its own name and is told, and a display learns nothing of it', async () => {
  const { desk, first, line } = await openWithTwo()
  const station = await desk.admit('Kitchen', undefined, 'station')
  const display = await desk.admit('Hall', undefined, 'display')
  const [atStation, atDisplay] = [await station.listen(), await display.listen()]
  expect((await pick(station, first.id, line, 'missing')).status).toBe(200)
  await desk.clock.advance(1)
  const shortage = { name: line.product.name, by: { person: '', tablet: 'Kitchen' } }
  expect(await shortages(station)).toMatchObject([shortage])
  expect(await onBoard(station)).toMatchObject([shortage])
  expect(atStation.findLast(({ event }) => event === 'shortages')?.data['shortages']).toMatchObject([shortage])
  const later = await station.listen()
  expect(later.find(({ event }) => event === 'snapshot')?.data['shortages']).toMatchObject([shortage])
  expect(await codeOf(end(station, (await shortages(station))[0]?.id ?? ''))).toBe('403 sign_in_required')
  expect(atDisplay.filter(({ event }) => event === 'shortages')).toEqual([])
  const seen = [atDisplay, await display.listen(), await (await display.ask('/api/desk/orders')).json()]
  expect(JSON.stringify(seen)).not.toContain('shortages')
  expect(JSON.stringify(seen)).not.toContain(line.product.name)
})

test('a station’s mark on an order that it does not see makes nothing short', async () => {
  const { desk, first } = await openWithTwo()
  const station = await desk.admit('Kitchen', 'Omar', 'station')
  const waiting = await desk.order('ordinary', { lines: first.lines.slice(0, 1) })
  const [line] = ((await desk.row(waiting.id)).order as { items: Line[] }).items // the simulator's
  if (!line) throw new Error('The order has a line.')
  expect(await codeOf(pick(station, waiting.id, line, 'missing'))).toBe('404 order_not_found')
  expect(await shortages(desk)).toEqual([])
})

test('names to a station no order that it does not see, such as one that waits', async () => {
  const { desk, first } = await openWithTwo()
  const station = await desk.admit('Kitchen', 'Omar', 'station')
  const waiting = await desk.order('ordinary', { lines: first.lines.slice(0, 1) })
  const [line] = ((await desk.row(waiting.id)).order as { items: Line[] }).items // the simulator's
  if (!line) throw new Error('The order has a line.')
  const events = await station.listen()
  expect((await pick(desk, waiting.id, line, 'missing')).status).toBe(200)
  await desk.clock.advance(1)
  const unnamed = [{ name: line.product.name, order_id: '' }]
  expect(await shortages(desk)).toMatchObject([{ order_id: waiting.id }])
  expect(await shortages(station)).toMatchObject(unnamed)
  expect(await onBoard(station)).toMatchObject(unnamed)
  expect(events.findLast(({ event }) => event === 'shortages')?.data['shortages']).toMatchObject(unnamed)
  const later = await station.listen()
  expect(later.find(({ event }) => event === 'snapshot')?.data['shortages']).toMatchObject(unnamed)
  expect(JSON.stringify([events, later])).not.toContain(waiting.id)
  await desk.act(waiting.id, 'accept')
  expect(await shortages(station)).toMatchObject([{ order_id: waiting.id }])
})

test('asks for a sign-in before a product is back', async () => {
  const { desk, first, line } = await openWithTwo()
  await pick(desk, first.id, line, 'missing')
  const [shortage] = await shortages(desk)
  const { store, vendor, clock } = desk.kill()
  const tablet = createTestDesk({ store, vendor, clock, who: 'tablet' })
  await tablet.open()
  expect(await shortages(tablet)).toHaveLength(1)
  expect(await codeOf(end(tablet, shortage?.id ?? ''))).toBe('403 sign_in_required')
})

test('ends by itself at midnight in the shop’s zone, and keeps what is missing later', async () => {
  const { desk, first, line } = await openWithTwo()
  await pick(desk, first.id, line, 'missing')
  const events = await desk.listen()
  // 23:59 in Baghdad.
  await desk.clock.advance(8 * 60 * minute + 59 * minute)
  expect(await shortages(desk)).toHaveLength(1)
  await desk.clock.advance(minute)
  expect(await onBoard(desk)).toEqual([])
  expect(await shortages(desk)).toEqual([])
  expect(events.findLast(({ event }) => event === 'shortages')?.data['shortages']).toEqual([])
  const omar = await desk.admit('Kitchen', 'Omar')
  const late = await desk.order('ordinary', { lines: first.lines.slice(0, 1) })
  const [same] = ((await desk.row(late.id)).order as { items: Line[] }).items // the simulator's
  await pick(omar, late.id, same ?? line, 'missing')
  expect(await shortages(desk)).toMatchObject([{ order_id: late.id, since: '2026-11-20T21:00:00.000Z' }])
})

test('survives a restart on the same day, and not a night', async () => {
  const { desk, first, line } = await openWithTwo()
  await pick(desk, first.id, line, 'missing')
  const config = { timeZone: 'Asia/Baghdad' }
  const next = createTestDesk({ ...desk.kill(), config })
  await next.open()
  expect(await onBoard(next)).toMatchObject([{ order_id: first.id }])
  const kept = next.kill()
  await kept.clock.advance(24 * 60 * minute)
  const third = createTestDesk({ ...kept, config })
  await third.open()
  expect(await onBoard(third)).toEqual([])
})

test('another server shows and ends it within two seconds', async () => {
  const clock = createTestClock()
  const store = createMemoryStore(clock)
  const { desk: one, first, line } = await openWithTwo({ store, clock })
  const two = createTestDesk({ store, clock, vendor: one.vendor, config: { timeZone: 'Asia/Baghdad' } })
  await two.open()
  const events = await two.listen()
  await pick(one, first.id, line, 'missing')
  await clock.advance(2000)
  expect(await onBoard(two)).toMatchObject([{ order_id: first.id }])
  expect(events.findLast(({ event }) => event === 'shortages')?.data['shortages']).toHaveLength(1)
  await pick(two, first.id, line, null)
  await clock.advance(2000)
  expect(await onBoard(one)).toEqual([])
})

test('keeps what two servers report at once', async () => {
  const clock = createTestClock()
  const store = createMemoryStore(clock)
  const { desk: one, first, line, other } = await openWithTwo({ store, clock })
  const two = createTestDesk({ store, clock, vendor: one.vendor, config: { timeZone: 'Asia/Baghdad' } })
  await two.open()
  const marks = [pick(one, first.id, line, 'missing'), pick(two, first.id, other, 'missing')]
  expect((await Promise.all(marks)).map(({ status }) => status)).toEqual([200, 200])
  expect(await shortages(two)).toHaveLength(2)
  expect(await shortages(one)).toHaveLength(2)
})

test('refuses a mark whose shortage cannot be saved, and leaves neither', async () => {
  const store = createBreakableStore()
  const { desk, first, line } = await openWithTwo({ store })
  store.isDown = true
  expect(await codeOf(pick(desk, first.id, line, 'missing'))).toBe('503 store_unavailable')
  store.isDown = false
  expect(await shortages(desk)).toEqual([])
  expect((await desk.row(first.id)).picks).toEqual([])
  expect((await pick(desk, first.id, line, 'missing')).status).toBe(200)
  expect(await shortages(desk)).toHaveLength(1)
})

test('a refused mark makes nothing short', async () => {
  const { desk, first, line } = await openWithTwo()
  expect(await codeOf(pick(desk, first.id, { ...line, id: 'none' }, 'missing'))).toBe('404 line_not_found')
  expect(await shortages(desk)).toEqual([])
})

test('what another server’s person says is back is back everywhere within two seconds', async () => {
  const clock = createTestClock()
  const store = createMemoryStore(clock)
  const { desk: one, first, line } = await openWithTwo({ store, clock })
  const two = createTestDesk({ store, clock, vendor: one.vendor, config: { timeZone: 'Asia/Baghdad' } })
  await two.open()
  await pick(one, first.id, line, 'missing')
  await clock.advance(2000)
  const events = await two.listen()
  const [shortage] = await onBoard(two)
  expect((await end(one, shortage?.id ?? '')).status).toBe(200)
  await clock.advance(2000)
  expect(await onBoard(two)).toEqual([])
  expect(events.findLast(({ event }) => event === 'shortages')?.data['shortages']).toEqual([])
})

const damaged = [
  {},
  'none',
  [null],
  [{ id: 'x' }],
  [{ id: 'x', product: { product_id: '7' }, reports: [] }],
  [{ id: 'x', product: { product_id: '7' }, reports: [{ orderId: '1', line: '1', by: sara, at: 'noon' }] }],
]

test.each(damaged)('starts with the readable part of what is stored, and changes it: %j', async (value) => {
  const store = createMemoryStore()
  const milk = { name: 'Milk', product_id: null, reference: null, barcode: '59' }
  const report = { orderId: '1', line: '1', by: sara, at: Date.parse('2026-11-20T11:00:00Z') }
  const readable = { id: 'readable', product: milk, reports: [report] }
  await store.saveSetting('shortages', Array.isArray(value) ? [...value, readable] : value, 0)
  const { desk, first, line } = await openWithTwo({ store })
  const kept = Array.isArray(value) ? [{ ...milk, id: 'readable', by: sara }] : []
  expect(await onBoard(desk)).toMatchObject(kept)
  expect((await pick(desk, first.id, line, 'missing')).status).toBe(200)
  expect(await onBoard(desk)).toHaveLength(kept.length + 1)
})

test('keeps what a server whose clock is ahead reports at the end of the day', async () => {
  const clock = createTestClock()
  const store = createMemoryStore(clock)
  // Eleven hours ahead of UTC.
  const { desk } = await openWithTwo({ store, clock, config: { timeZone: 'Asia/Magadan' } })
  const midnight = Date.parse('2026-11-20T13:00:00Z')
  await clock.advance(midnight - 1000 - clock.now())
  const milk = { name: 'Milk', product_id: null, reference: null, barcode: '59' }
  const report = { orderId: '1', line: '1', by: sara, at: midnight + 500 }
  await store.saveSetting('shortages', [{ id: 'ahead', product: milk, reports: [report] }], 0)
  expect(await shortages(desk)).toMatchObject([{ id: 'ahead' }])
  await clock.advance(minute)
  expect(await onBoard(desk)).toMatchObject([{ id: 'ahead' }])
})
