import { type Catalog, createCatalog } from '#server/catalog/catalog.ts'
import { StoreUnavailable } from '#server/storage/store.ts'
import { createTestClock } from '#testing/clock.ts'
import { createTestDesk, openTestDesk } from '#testing/desk.ts'
import { createDailyCatalog } from './catalog-lookups.ts'
import { expect, test } from 'vitest'

const hour = 3_600_000

/** A server that may poll open orders, with the number of catalog refreshes requested. */
function setUp(wantDaily = async (): Promise<void> => undefined) {
  const clock = createTestClock()
  const server = { watches: false, wanted: 0 }
  const closing = new AbortController()
  const daily = createDailyCatalog({
    servers: { isPolling: () => server.watches },
    clock,
    log: () => undefined,
    wantDaily() {
      server.wanted += 1
      return wantDaily()
    },
  })
  return { server, clock, closing, daily, running: daily.run(closing.signal) }
}

test('refreshes the catalog only on the polling server, at once when it takes over', async () => {
  const { server, clock, closing, daily, running } = setUp()
  await clock.advance(5 * hour)
  expect(server.wanted).toBe(0)
  server.watches = true
  await daily.look()
  expect(server.wanted).toBe(1)
  await clock.advance(2 * hour)
  expect(server.wanted).toBe(3)
  closing.abort()
  await running
})

test('retries if the catalog is unavailable', async () => {
  const { server, clock, closing } = setUp(() => Promise.reject(new StoreUnavailable('It is away.')))
  server.watches = true
  await clock.advance(3 * hour)
  expect(server.wanted).toBe(3)
  closing.abort()
})

const minute = 60_000

/** A desk whose catalog was read for a search. */
async function openDesk(change: (catalog: Catalog) => Partial<Catalog> = () => ({})) {
  const openCatalog = (parts: Parameters<typeof createCatalog>[0]): Catalog => {
    const catalog = createCatalog(parts)
    return { ...catalog, ...change(catalog) }
  }
  const desk = await openTestDesk({ openCatalog })
  await desk.ask('/api/desk/catalog/items?q=tea')
  await desk.clock.advance(minute)
  return {
    ...desk,
    async ingest(kind?: 'digital') {
      const order = await desk.order(kind)
      await desk.clock.advance(5000)
      return order
    },
  }
}

test('marks only orders with digital codes', async () => {
  const desk = await openDesk()
  await desk.ingest()
  await desk.ingest('digital')
  expect(await desk.rows()).toMatchObject([{ is_digital: false }, { is_digital: true }])
})

test('marks a digital order within seconds, before anybody opens the catalog', async () => {
  const desk = await openTestDesk({ walksCatalog: true })
  const order = await desk.order('digital')
  await desk.clock.advance(8000)
  expect(await desk.rows()).toMatchObject([{ order_id: order.id, is_digital: true }])
})

test('looks up an order that was waiting before a restart', async () => {
  const desk = await openTestDesk({ walksCatalog: true })
  const order = await desk.order('digital')
  await desk.clock.advance(500)
  expect(await desk.rows()).toMatchObject([{ order: { id: order.id }, is_digital: false }])
  const next = createTestDesk({ ...desk.kill(), walksCatalog: true })
  await next.open()
  await next.clock.advance(8000)
  expect(await next.rows()).toMatchObject([{ order_id: order.id, is_digital: true }])
})

test('refreshes the catalog for a new digital item', async () => {
  const desk = await openDesk()
  const order = desk.vendor.placeOrder('digital')
  // The service lists the same items.
  for (const { item } of order.lines)
    Object.assign(item, { id: item.id + 900_000, vendor_reference_id: `NEW-${item.id}`, barcode: null })
  await desk.notify(JSON.stringify({ order_id: order.id }))
  await desk.clock.advance(10_000)
  expect(await desk.row(order.id)).toMatchObject({ is_digital: true, catalog_state: 'whole' })
})

test('sends one event to tablets and no request to the service', async () => {
  const desk = await openDesk()
  const pages = () => desk.asked().filter((call) => !call.includes('/orders/'))
  const before = pages()
  const order = await desk.ingest('digital')
  await desk.clock.advance(minute)
  // Received, read, and marked as digital.
  expect(await desk.row(order.id)).toMatchObject({ is_digital: true, version: 3 })
  expect(pages()).toEqual(before)
})

test('looks up an order again that changed during the lookup', async () => {
  const desk = await openDesk()
  const [digital, other] = [await desk.ingest('digital'), await desk.ingest()]
  digital.lines = other.lines
  await desk.clock.advance(minute)
  expect(await desk.row(digital.id)).toMatchObject({ is_digital: false })
})

test('leaves the mark open until the catalog is read', async () => {
  const desk = await openDesk()
  const order = await desk.ingest('digital')
  desk.vendor.faults.add({ kind: 'error', on: 'listItems', times: Infinity })
  const next = createTestDesk({ ...desk.kill(), walksCatalog: true })
  await next.open()
  const acknowledge = `/api/desk/orders/${order.id}/acknowledge`
  expect((await next.ask(acknowledge, { method: 'POST' })).status).toBe(200)
  await next.clock.advance(5000)
  expect(await next.row(order.id)).toMatchObject({ is_digital: true })
})

test('keeps the mark after a restart', async () => {
  const desk = await openDesk()
  const order = await desk.ingest('digital')
  const next = createTestDesk(desk.kill())
  await next.open()
  expect(await next.row(order.id)).toMatchObject({ is_digital: true })
})

test('shows an order although the catalog is unavailable', async () => {
  const desk = await openDesk(() => ({ isDigital: () => Promise.reject(new StoreUnavailable('It is away.')) }))
  await desk.ingest('digital')
  expect(await desk.rows()).toMatchObject([{ is_digital: false, lane: 'answer', problem: null }])
})
