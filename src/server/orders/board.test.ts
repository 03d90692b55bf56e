import { expect, test } from 'vitest'
import { createCatalog } from '#server/catalog/catalog.ts'
import { createMemoryStore } from '#server/storage/store-memory.ts'
import type { Store } from '#server/storage/store.ts'
import type { OrderBook } from '#simulator/order-book.ts'
import { paymentMethods } from '#simulator/shop/shop.ts'
import { createTestProgram } from '#testing/api-keys.ts'
import { createTestClock } from '#testing/clock.ts'
import { type TestDesk, codeOf, createTestDesk, created, openTestDesk, read } from '#testing/desk.ts'

const second = 1000
const orders = '/api/desk/orders'

test('answers without catalog matches if the catalog is slow', async () => {
  const desk = await openTestDesk({
    openCatalog: (parts) => ({ ...createCatalog(parts), matches: () => new Promise(() => undefined) }),
  })
  const { id } = await desk.order()
  const row = desk.row(id)
  await desk.clock.advance(1000)
  // So that the tablet repeats the request.
  expect(await row).toMatchObject({ matches: [], codes_pending: true })
})

// The open board.

test('returns an empty board with version and server time', async () => {
  const desk = await openTestDesk()
  const response = await desk.ask(orders)
  expect(response.headers.get('Cache-Control')).toBe('no-store')
  expect(await read(response)).toEqual({
    http: 200,
    body: {
      data: [],
      meta: {
        version: 0,
        server_time: '2026-11-20T12:00:00.000Z',
        alarms: [],
        webhook_heard_at: null,
        auto_accept: null,
        shortages: [],
      },
    },
  })
})

test('lists open orders oldest first, each with its deadline', async () => {
  const desk = await openTestDesk()
  const placed = []
  for (let each = 0; each < 3; each += 1) {
    placed.push(await desk.order())
    await desk.clock.advance(10 * second)
  }
  expect(await desk.rows()).toMatchObject([
    { order_id: placed[0]?.id, received_at: '2026-11-20T12:00:00.000Z', respond_by: '2026-11-20T12:05:00.000Z' },
    { order_id: placed[1]?.id, received_at: '2026-11-20T12:00:10.000Z', respond_by: '2026-11-20T12:05:10.000Z' },
    { order_id: placed[2]?.id, received_at: '2026-11-20T12:00:20.000Z', respond_by: '2026-11-20T12:05:20.000Z' },
  ])
})

test.each([
  ['2026-11-20T12:00:00', '12:05'],
  ['2026-11-20T11:58:00Z', '12:03'],
  ['2026-11-20T14:58:00+03:00', '12:03'],
  ['2026-11-20T13:00:00Z', '12:05'],
  ['yesterday', '12:05'],
  [5, '12:05'],
  [null, '12:05'],
])('gives an order created at %j the deadline %s', async (created_at, by) => {
  const data = { id: '7', is_active: true, created_at, status: { key: 'pending' } }
  const desk = await openTestDesk({ fetch: async () => Response.json({ data }) })
  await desk.notify(created('7'))
  await desk.clock.advance(0)
  expect(await desk.rows()).toMatchObject([{ respond_by: `2026-11-20T${by}:00.000Z` }])
})

test('gives an order back from the customer a new window, also after a restart', async () => {
  const desk = await openTestDesk()
  const placed = await desk.order()
  await desk.clock.advance(200_000)
  desk.vendor.orders.move(placed, 'contact', desk.clock.now())
  await desk.clock.advance(7000)
  expect(await desk.rows()).toMatchObject([{ lane: 'contact', respond_by: null }])
  desk.vendor.orders.move(placed, 'pending', desk.clock.now())
  await desk.clock.advance(25_000)
  const back = await desk.rows()
  expect(back).toMatchObject([{ lane: 'answer', respond_by: expect.stringMatching(/^2026-11-20T12:08/) as string }])
  const next = createTestDesk(desk.kill())
  await next.open()
  expect((await next.rows())[0]?.respond_by).toBe(back[0]?.respond_by)
})

/** A desk whose vendor shows one order in a given status, or as unknown. */
async function openShowing(first: string) {
  let shown: string | undefined = first
  const data = () => ({ id: '7', is_active: true, created_at: '2026-11-20T12:00:00Z', status: { key: shown } })
  const fetch = async () =>
    shown === undefined ? new Response(null, { status: 404 }) : Response.json({ data: data() })
  const desk = await openTestDesk({ fetch })
  await desk.notify(created('7'))
  return { desk, show: (key: string | undefined) => (shown = key) }
}

test('keeps ringing for an order that is back if the service then reports it as unknown', async () => {
  const { desk, show } = await openShowing('pending')
  await desk.clock.advance(10 * second)
  show('contact')
  await desk.clock.advance(400 * second)
  show('pending')
  await desk.clock.advance(30 * second)
  expect(await desk.rows()).toMatchObject([{ lane: 'answer', problem: null }])
  show(undefined)
  await desk.clock.advance(10 * second)
  expect(await desk.rows()).toMatchObject([{ lane: 'answer', problem: 'not_found' }])
})

test('gives no second window to an order first read after its window', async () => {
  let isAway = true
  const data = { id: '7', is_active: true, created_at: '2026-11-20T12:00:00Z', status: { key: 'pending' } }
  const fetch = async () => (isAway ? new Response(null, { status: 503 }) : Response.json({ data }))
  const desk = await openTestDesk({ fetch })
  await desk.notify(created('7'))
  await desk.clock.advance(400 * second)
  expect(await desk.rows()).toMatchObject([{ lane: 'other', respond_by: null }])
  isAway = false
  await desk.clock.advance(60 * second)
  expect(await desk.rows()).toMatchObject([{ lane: 'answer', respond_by: '2026-11-20T12:05:00.000Z' }])
})

test('keeps the window of an order that is back and then not shown', async () => {
  const { desk, show } = await openShowing('contact')
  await desk.clock.advance(600 * second)
  show('pending')
  await desk.clock.advance(30 * second)
  const [back] = await desk.rows()
  expect(back).toMatchObject({ lane: 'answer', respond_by: expect.stringMatching(/^2026-11-20T12:15/) as string })
  show(undefined)
  await desk.clock.advance(600 * second)
  expect(await desk.rows()).toMatchObject([{ lane: 'other' }])
  show('pending')
  await desk.clock.advance(60 * second)
  expect(await desk.rows()).toMatchObject([{ lane: 'answer', respond_by: back?.respond_by }])
})

test('rings for an order with unknown status for its window from receipt, whatever its creation time', async () => {
  const data = { id: '7', is_active: true, created_at: '2026-11-20T11:00:00Z', status: { key: 'on_the_moon' } }
  const desk = await openTestDesk({ fetch: async () => Response.json({ data }) })
  await desk.notify(created('7'))
  await desk.clock.advance(299 * second)
  expect(await desk.rows()).toMatchObject([{ lane: 'answer' }])
  await desk.clock.advance(60 * second)
  expect(await desk.rows()).toMatchObject([{ lane: 'other' }])
})

test('gives an order with unknown status a whole window once it is pending', async () => {
  const { desk, show } = await openShowing('on_the_moon')
  await desk.clock.advance(600 * second)
  expect(await desk.rows()).toMatchObject([{ lane: 'other' }])
  show('pending')
  await desk.clock.advance(60 * second)
  const [row] = await desk.rows()
  expect(row).toMatchObject({ lane: 'answer', respond_by: expect.stringMatching(/^2026-11-20T12:1[56]/) as string })
})

test('gives no deadline to orders outside the answer lane', async () => {
  const desk = await openTestDesk()
  const { id } = await desk.order()
  expect((await desk.during(0, desk.act(id, 'accept'))).status).toBe(200)
  expect(await desk.rows()).toMatchObject([
    { lane: 'preparing', respond_by: null, last_action: { action: 'accept', outcome: 'done' } },
  ])
})

test('stops ringing after an accept even if the service still shows pending', async () => {
  const desk: TestDesk = await openTestDesk({
    fetch: async (request) => {
      const response = await desk.vendor.fetch(request)
      if (request.method === 'POST') return response
      const lagging = (await response.text())
        .replace('"key":"preparing"', '"key":"pending"')
        .replace('"can_mark_as_ready":true', '"can_mark_as_ready":false')
      return new Response(lagging, response)
    },
  })
  const { id } = await desk.order()
  expect((await desk.during(0, desk.act(id, 'accept'))).status).toBe(200)
  for (let each = 0; each < 20; each += 1) {
    expect(await desk.rows()).toMatchObject([{ lane: 'preparing', order: { status: { key: 'pending' } } }])
    await desk.clock.advance(second)
  }
})

// Search.

test('finds an order by any part of its three numbers, in any case', async () => {
  const desk = await openTestDesk()
  const placed = []
  do placed.push(await desk.order())
  while (placed.length < 3 || placed.at(-1)?.receiptNumber === null)
  const { id = '', printNumber = '', receiptNumber } = placed.at(-1) ?? {}
  for (const number of [id, printNumber, receiptNumber ?? '', printNumber.toLowerCase(), ` ${receiptNumber} `]) {
    expect((await desk.rows(`?q=${encodeURIComponent(number)}`)).map(({ order_id }) => order_id)).toEqual([id])
  }
  expect(await desk.rows('?q=A-')).toHaveLength(placed.length)
  expect(await desk.rows('?q=')).toHaveLength(placed.length)
  expect(await desk.rows('?q=nothing')).toEqual([])
  expect(await desk.rows('?q=%25')).toEqual([])
})

test('raises an alarm after a store repair', async () => {
  const desk = await openTestDesk({ store: { ...createMemoryStore(), wasRepaired: true } })
  expect(await desk.alarms()).toEqual([expect.objectContaining({ code: 'store_damaged' })])
})

// Closed orders.

async function close(
  store: Store,
  orderId: string,
  receivedAt: number,
  numbers = orderId,
  order: unknown = null,
): Promise<void> {
  await store.ingest([{ orderId, toldId: null, itemIds: [], source: 'webhook', receivedAt }])
  const record = await store.find(orderId)
  if (record) await store.save({ ...record, lane: 'closed', closedAt: receivedAt + 1, numbers, order })
}

test('lists closed orders newest first in pages of fifty, each once', async () => {
  const desk = await openTestDesk()
  for (let each = 0; each < 120; each += 1) await close(desk.store, `A${each}`, 1_800_000_000_000 + each * second)
  const seen: string[] = []
  for (let page = 0, before = ''; page < 4; page += 1) {
    const rows = await desk.rows(`?view=closed${before && `&before=${before}`}`)
    seen.push(...rows.map(({ order_id }) => order_id))
    expect(rows).toHaveLength([50, 50, 20, 0][page] ?? -1)
    before = rows.at(-1)?.received_at ?? ''
  }
  expect(seen).toEqual(Array.from({ length: 120 }, (_, each) => `A${119 - each}`))
})

test('finds open and closed orders by the customer’s name in any spelling', async () => {
  const desk = await openTestDesk()
  const { id, customer } = await desk.order()
  await close(desk.store, 'A1', 1000, 'a1 x-001', { customer: { name: 'Zoë O’Neil-Çelik' } })
  await close(desk.store, 'A2', 2000, 'a2 b-zoe')
  const found = async (query: string, text: string) =>
    (await desk.rows(`?${query}q=${encodeURIComponent(text)}`)).map(({ order_id }) => order_id)
  expect(await found('', customer.name.toUpperCase())).toEqual([id])
  for (const text of ['zoe oneil', 'ZOË', 'oneil celik', 'Çelik'])
    expect(await found('view=closed&', text), text).toContain('A1')
  await close(desk.store, 'A3', 500, 'a3 c-7', { customer: { name: 'Élodie 2' } })
  for (const text of ['Élodie 2', 'elodie 2']) expect(await found('view=closed&', text), text).toEqual(['A3'])
  // Dashes distinguish numbers, and a dash alone matches no name.
  expect(await found('view=closed&', 'x-001')).toEqual(['A1'])
  expect(await found('view=closed&', 'x.001')).toEqual([])
  expect(await found('view=closed&', '-')).toEqual(['A2', 'A1', 'A3'])
})

test('finds an order by number in any digits', async () => {
  const desk = await openTestDesk()
  const { id } = await desk.order()
  const arabic = (number: string) => number.replace(/\d/g, (digit) => String.fromCharCode(0x660 + Number(digit)))
  const found = async (query: string, number: string) =>
    (await desk.rows(`?${query}q=${encodeURIComponent(number)}`)).map(({ order_id }) => order_id)
  expect(await found('', arabic(id))).toEqual([id])
  // The last one as stored by older versions, with its digits unconverted.
  await close(desk.store, 'A1', 1000, 'a1 x-001')
  await close(desk.store, 'A2', 2000, 'a2 x-٠٠٢')
  expect(await found('view=closed&', 'X-٠٠١')).toEqual(['A1'])
  expect(await found('view=closed&', '٠٠٢')).toEqual(['A2'])
  expect(await found('view=closed&', '٠٠٣')).toEqual([])
})

test.each(['?view=open', '?view=nonsense', '?view=', '?before=abc', '?__proto__=1'])(
  'shows the open board for %s',
  async (query) => {
    const desk = await openTestDesk()
    await desk.order()
    expect(await desk.rows(query)).toHaveLength(1)
  },
)

test('starts with the newest if the time is invalid', async () => {
  const desk = await openTestDesk()
  await close(desk.store, 'A1', 1000)
  for (const before of ['', 'abc', 'NaN']) expect(await desk.rows(`?view=closed&before=${before}`)).toHaveLength(1)
})

// One order.

test('returns one order with its timeline', async () => {
  const desk = await openTestDesk()
  const { id } = await desk.order()
  expect((await desk.during(second, desk.act(id, 'accept'))).status).toBe(200)
  const { order_id, lane, timeline } = await desk.row(id)
  expect({ order_id, lane }).toEqual({ order_id: id, lane: 'preparing' })
  expect(timeline.map(({ what, detail }) => `${what} ${detail}`)).toContain('accept done')
  for (const { at } of timeline) expect(new Date(at).toISOString()).toBe(at)
})

test('sends the same row in the feed as on the order’s screen, with codes but without catalog reads', async () => {
  const asked: (boolean | undefined)[] = []
  const matches = async (_order: unknown, isLookedAt?: boolean) => (asked.push(isLookedAt), { matches: [] })
  const desk = await openTestDesk({ openCatalog: (parts) => ({ ...createCatalog(parts), matches }) })
  const received = await desk.listen()
  const placed = await desk.order()
  desk.vendor.orders.move(placed, 'ready')
  await desk.clock.advance(5 * second)
  expect(new Set(asked)).toEqual(new Set([false]))
  const row = await desk.row(placed.id)
  expect(row).toMatchObject({ lane: 'ready', order: { pickup_otp: expect.any(String) as string } })
  expect(received.at(-1)).toEqual({ event: 'order', data: { order_id: placed.id, version: row.version, row } })
})

test('waits for the first reading before it sends a new order’s row, if the service is prompt', async () => {
  const desk = await openTestDesk()
  const received = await desk.listen()
  const rowsOf = (id: string) =>
    received.flatMap(({ data }) =>
      data['order_id'] === id ? [(data['row'] as { read_at: string | null }).read_at] : [],
    )
  const place = async (ms: number) => {
    desk.vendor.faults.clear()
    desk.vendor.faults.add({ kind: 'slow', ms, times: Infinity })
    const { id } = await desk.order()
    return id
  }
  const prompt = await place(10)
  await desk.clock.advance(9)
  expect(rowsOf(prompt)).toEqual([])
  await desk.clock.advance(1)
  expect(rowsOf(prompt)).toEqual([expect.any(String)])
  const late = await place(1000)
  await desk.clock.advance(14)
  expect(rowsOf(late)).toEqual([])
  await desk.clock.advance(1)
  expect(rowsOf(late)).toEqual([null])
  await desk.clock.advance(1000)
  expect(rowsOf(late)).toEqual([null, expect.any(String)])
})

test('limits the wait for a timeline, and sends no older row after a newer one', async () => {
  const memory = createMemoryStore()
  const clock = createTestClock()
  const slow = { ms: 0 }
  const timeline: Store['timeline'] = async (...given) => {
    const read = await memory.timeline(...given)
    const { ms } = slow
    if (ms > 0) await clock.sleep(ms)
    return read
  }
  const desk = await openTestDesk({ store: { ...memory, timeline }, clock })
  const { id } = await desk.order()
  const received = await desk.listen()
  slow.ms = 200
  const acknowledged = desk.post(`${orders}/${id}/acknowledge`)
  await clock.advance(0)
  // The order changes again while its row is in progress, and its timeline is ready at once.
  slow.ms = 0
  const leased = desk.ask(`${orders}/${id}/lease`, { method: 'PUT' })
  await clock.advance(199)
  expect(received.slice(1)).toEqual([])
  await clock.advance(1)
  await Promise.all([acknowledged, leased])
  const versions = received.slice(1).map(({ data }) => Number(data['version']))
  expect(versions).toHaveLength(2)
  expect(versions).toEqual(versions.toSorted((one, other) => one - other))
  expect(received.at(-1)?.data['row']).toMatchObject({
    answering: { by: { person: 'Sara' } },
    timeline: expect.any(Array) as unknown[],
  })
  // Without a timeline, the board's row is sent.
  slow.ms = 60_000
  await desk.post(`${orders}/${id}/acknowledge`)
  await clock.advance(250)
  expect(received.at(-1)).toMatchObject({ data: { row: { order_id: id, version: (versions.at(-1) ?? 0) + 1 } } })
  expect(received.at(-1)?.data['row']).not.toHaveProperty('timeline')
})

test('sends the whole open board in snapshots, as the same bytes for all', async () => {
  const desk = await openTestDesk()
  const placed = []
  for (let each = 0; each < 300; each += 1) placed.push(await desk.order())
  const [snapshot] = await desk.listen()
  expect(snapshot?.data['orders']).toEqual(await desk.rows())
  expect(await desk.rows()).toHaveLength(placed.length)
  expect((await desk.listen())[0]).toEqual(snapshot)
})

test('returns 404 for an unknown order and 400 for an invalid id', async () => {
  const desk = await openTestDesk()
  expect(await codeOf(desk.ask(`${orders}/A1`))).toBe('404 order_not_found')
  expect(await codeOf(desk.ask(`${orders}/a%2fb`))).toBe('400 bad_order_id')
  expect(await codeOf(desk.post(`${orders}/A1/acknowledge`))).toBe('404 order_not_found')
  expect(desk.asked()).toEqual([])
})

test('sends hand-over codes with one order and its feed row only, never on the board, in snapshots, store or log', async () => {
  const store = createMemoryStore()
  const desk: TestDesk = await openTestDesk({
    store,
    fetch: async (request) => {
      const response = await desk.vendor.fetch(request)
      const text = (await response.text()).replace(
        /"pickup_otp":"\d+"/,
        '"pickup_otp":"pick-0042","return_otp":"back-7"',
      )
      return new Response(text, response)
    },
  })
  const received = await desk.listen()
  const placed = await desk.order()
  desk.vendor.orders.move(placed, 'ready')
  await desk.clock.advance(5 * second)
  expect(await desk.row(placed.id)).toMatchObject({ order: { pickup_otp: 'pick-0042', return_otp: 'back-7' } })
  expect(received.at(-1)?.data['row']).toMatchObject({ order: { pickup_otp: 'pick-0042', return_otp: 'back-7' } })
  const again = await desk.listen()
  const kept = [await store.open(), await store.timeline(placed.id), await desk.rows(), again, desk.logged]
  expect(JSON.stringify(kept)).not.toMatch(/pick-0042|back-7/)
  desk.vendor.orders.move(placed, 'completed')
  await desk.clock.advance(60 * second)
  expect(JSON.stringify([await store.closed({ limit: 9 }), await desk.rows('?view=closed')])).not.toMatch(
    /pick-0042|back-7/,
  )
})

test('never stores or sends the payment form', async () => {
  const desk = await openTestDesk()
  const { id } = await desk.order('ordinary', { payment: paymentMethods.card })
  expect((await desk.during(second, desk.act(id, 'accept'))).status).toBe(200)
  const all = JSON.stringify([await desk.store.open(), await desk.rows(), await desk.row(id), desk.logged])
  expect(all).toContain('"key":"card"')
  expect(all).not.toMatch(/fake-card-token|FAKE HOLDER|"form"/)
})

// Opening by id.

test('opens an order by id without ringing if it is in preparation', async () => {
  const desk = await openTestDesk()
  const placed = desk.vendor.placeOrder()
  desk.vendor.orders.move(placed, 'preparing')
  const { http, body } = await read(await desk.post(orders, { order_id: ` ${placed.id} ` }))
  expect(http).toBe(200)
  expect(body).toMatchObject({ data: { order_id: placed.id, lane: 'preparing', order: { id: placed.id } } })
  expect(await desk.rows()).toHaveLength(1)
  expect(await read(desk.post(orders, { order_id: placed.id }))).toMatchObject({ http: 200 })
  expect(await desk.rows()).toHaveLength(1)
})

test('logs who opened an order by id that was not known', async () => {
  const desk = await openTestDesk()
  const placed = desk.vendor.placeOrder()
  const { post } = await createTestProgram(desk, { scopes: ['orders:answer'] })
  const opened = async () => (await desk.store.readLog({ limit: 9 })).entries.filter(({ what }) => what === 'open')
  expect(await codeOf(post(orders, { order_id: 'A1' }))).toBe('404 order_not_found')
  expect(await opened()).toEqual([])
  expect((await post(orders, { order_id: placed.id })).status).toBe(200)
  expect((await desk.post(orders, { order_id: placed.id })).status).toBe(200)
  const other = desk.vendor.placeOrder()
  expect((await desk.post(orders, { order_id: other.id })).status).toBe(200)
  const program = { person: 'Till', key: true }
  expect(await opened()).toMatchObject([
    { orderId: other.id, by: { person: 'Sara' }, outcome: 'done' },
    { orderId: placed.id, by: program, outcome: 'done' },
  ])
})

test('opens a closed order without returning it to the board', async () => {
  const desk = await openTestDesk()
  const placed = desk.vendor.placeOrder()
  desk.vendor.orders.move(placed, 'completed')
  expect(await read(desk.post(orders, { order_id: placed.id }))).toMatchObject({
    http: 200,
    body: { data: { lane: 'closed' } },
  })
  expect(await desk.rows()).toEqual([])
})

test('does not add an order that the vendor does not know', async () => {
  const desk = await openTestDesk()
  expect(await codeOf(desk.post(orders, { order_id: 'A1' }))).toBe('404 order_not_found')
  expect(await desk.rows()).toEqual([])
})

test('adds an order that is accepted by its address', async () => {
  const desk = await openTestDesk()
  const placed = desk.vendor.placeOrder()
  expect((await desk.act(placed.id, 'accept')).status).toBe(200)
  await desk.clock.advance(second)
  expect(await desk.rows()).toMatchObject([{ order_id: placed.id, lane: 'preparing', order: { id: placed.id } }])
  expect((await desk.act(placed.id, 'ready')).status).toBe(200)
  expect(await desk.rows()).toMatchObject([{ lane: 'ready' }])
})

test('adds no order after a refused action', async () => {
  const desk = await openTestDesk()
  const placed = desk.vendor.placeOrder()
  desk.vendor.orders.move(placed, 'completed')
  expect((await desk.act(placed.id, 'accept')).status).toBe(400)
  expect(await desk.rows()).toEqual([])
})

// Acknowledging.

test('shows an acknowledgement everywhere for 45 s', async () => {
  const desk = await openTestDesk()
  const { id } = await desk.order()
  const received = await desk.listen()
  const { http, body } = await read(await desk.post(`${orders}/${id}/acknowledge`))
  const acknowledged = {
    by: { person: expect.any(String), tablet: expect.any(String) },
    until: '2026-11-20T12:00:45.000Z',
  }
  expect({ http, body }).toMatchObject({ http: 200, body: { data: { order_id: id, lane: 'answer', acknowledged } } })
  expect(await desk.rows()).toMatchObject([{ acknowledged }])
  await desk.clock.advance(0)
  expect(received.at(-1)).toMatchObject({ event: 'order', data: { order_id: id } })
  expect((await desk.row(id)).timeline.at(-1)).toMatchObject({ what: 'acknowledged', by: { person: 'Sara' } })
})

test('shows a lease on every tablet until it is released', async () => {
  const desk = await openTestDesk()
  const { id } = await desk.order()
  const received = await desk.listen()
  const answering = {
    by: { person: expect.any(String), tablet: expect.any(String) },
    until: '2026-11-20T12:00:20.000Z',
  }
  const put = await read(await desk.ask(`${orders}/${id}/lease`, { method: 'PUT' }))
  expect(put).toMatchObject({ http: 200, body: { data: { order_id: id, answering } } })
  expect(await desk.rows()).toMatchObject([{ answering }])
  await desk.clock.advance(0)
  expect(received.at(-1)).toMatchObject({ event: 'order', data: { order_id: id } })
  const gone = await read(await desk.ask(`${orders}/${id}/lease`, { method: 'DELETE' }))
  expect(gone).toMatchObject({ http: 200, body: { data: { answering: null } } })
  expect(await read(desk.ask(`${orders}/none/lease`, { method: 'PUT' }))).toMatchObject({ http: 404 })
})

test('opens an order by a numeric id', async () => {
  const desk = await openTestDesk()
  const { id } = desk.vendor.placeOrder()
  const headers = { 'Content-Type': 'application/json' }
  const opened = await desk.ask(orders, { method: 'POST', headers, body: `{"order_id":${id}}` })
  expect(await read(opened)).toMatchObject({ http: 200, body: { data: { order_id: id } } })
})

test('hides an expired lease', async () => {
  const desk = await openTestDesk()
  const { id } = await desk.order()
  await desk.ask(`${orders}/${id}/lease`, { method: 'PUT' })
  await desk.clock.advance(19 * second)
  expect(await desk.rows()).toMatchObject([{ answering: { by: expect.anything() as unknown } }])
  await desk.clock.advance(2 * second)
  expect(await desk.rows()).toMatchObject([{ answering: null }])
})

test('keeps an order cancelled during preparation until it is acknowledged', async () => {
  const desk = await openTestDesk()
  const placed = await desk.order()
  desk.vendor.orders.move(placed, 'preparing')
  await desk.clock.advance(5 * second)
  desk.vendor.orders.move(placed, 'cancelled')
  await desk.clock.advance(30 * second)
  const cancelled = { order_id: placed.id, lane: 'closed', problem: 'cancelled' }
  expect(await desk.rows()).toMatchObject([cancelled])
  desk.vendor.faults.add({ kind: 'error', times: Infinity })
  await desk.clock.advance(600 * second)
  expect(await desk.rows()).toMatchObject([cancelled])
  expect((await desk.post(`${orders}/${placed.id}/acknowledge`)).status).toBe(200)
  expect(await desk.rows()).toEqual([])
  expect(await desk.rows('?view=closed')).toMatchObject([{ order_id: placed.id, problem: null }])
})

test('tells of closed orders how they ended, by whom and why, and lists each kind', async () => {
  const desk = await openTestDesk()
  const [rejected, asked, missed, done] = [
    await desk.order(),
    await desk.order('large'),
    await desk.order(),
    await desk.order(),
  ]
  await desk.act(rejected.id, 'reject', { cancel_reason_id: 3 })
  await desk.act(asked.id, 'reject', { cancel_reason_id: 1, items: [{ id: asked.lines[0]?.id }] })
  await desk.act(done.id, 'accept')
  await desk.act(done.id, 'ready')
  desk.vendor.orders.move(asked, 'cancelled')
  desk.vendor.orders.move(done, 'completed')
  await desk.clock.advance(600 * second)
  const ended = async (outcome: string) => desk.rows(`?view=closed&outcome=${outcome}`)
  const closingSoon = { name: 'Closing soon', id: 3, code: null }
  expect(await ended('rejected')).toMatchObject([
    {
      order_id: rejected.id,
      outcome: 'rejected',
      last_done: { action: 'reject', by: { person: 'Sara' } },
      reject_reason: closingSoon,
    },
  ])
  expect(await ended('cancelled')).toMatchObject([{ order_id: asked.id }])
  expect((await ended('cancelled'))[0]).not.toHaveProperty('reject_reason')
  expect(await ended('missed')).toMatchObject([{ order_id: missed.id, last_done: null }])
  expect(await ended('completed')).toMatchObject([{ order_id: done.id }])
  expect(await ended('other')).toEqual([])
  expect((await desk.ask(`${orders}?view=closed&outcome=lost`)).status).toBe(400)
  expect((await desk.row(rejected.id)).timeline).toContainEqual(
    expect.objectContaining({ what: 'reject', detail: 'done', reject_reason: closingSoon }),
  )
  expect((await desk.row(asked.id)).timeline.find(({ what }) => what === 'reject')).toMatchObject({
    detail: 'asked',
    reject_reason: { id: 1 },
  })
})

test('lists the closed orders that were received in a span', async () => {
  const desk = await openTestDesk()
  for (const day of [1, 2, 3]) await close(desk.store, `A${day}`, Date.parse(`2026-11-1${day}T12:00:00Z`))
  const span = `from=${encodeURIComponent('2026-11-12T00:00:00+03:00')}&before=2026-11-12T21:00:00Z`
  expect(await desk.rows(`?view=closed&${span}`)).toMatchObject([{ order_id: 'A2' }])
})

// The feed.

test('sends each change in the feed under a higher version, and shows the last on the board', async () => {
  const desk = await openTestDesk()
  const received = await desk.listen()
  const placed = await desk.order()
  const steps: readonly Parameters<OrderBook['move']>[1][] = ['preparing', 'ready', 'completed']
  for (const state of steps) {
    desk.vendor.orders.move(placed, state)
    await desk.clock.advance(31 * second)
  }
  await desk.clock.advance(60 * second)
  const events = received.filter(({ event }) => event === 'order').map(({ data }) => data)
  expect(new Set(events.map((data) => data['order_id']))).toEqual(new Set([placed.id]))
  // Received and read, preparing, ready, handed over.
  const versions = events.map((data) => Number(data['version']))
  expect(versions).toHaveLength(4)
  expect(versions).toEqual([...new Set(versions)].toSorted((one, other) => one - other))
  const latest = versions.at(-1)
  expect(await (await desk.ask(orders)).json()).toMatchObject({ meta: { version: latest } })
  expect(await desk.row(placed.id)).toMatchObject({ version: latest })
  const rows = events.map(({ row }) => row as { readonly lane: string; readonly is_on_board: boolean })
  expect(rows.map((row) => [row.lane, row.is_on_board])).toEqual([
    ['answer', true],
    ['preparing', true],
    ['ready', true],
    ['closed', false],
  ])
})

test('sends version and board to a tablet that connects', async () => {
  const desk = await openTestDesk()
  await desk.order()
  const [snapshot] = await desk.listen()
  expect(snapshot).toEqual({
    event: 'snapshot',
    data: {
      version: 2,
      server_time: '2026-11-20T12:00:00.000Z',
      webhook_heard_at: '2026-11-20T12:00:00.000Z',
      auto_accept: null,
      shortages: [],
      orders: await desk.rows(),
      alarms: [],
    },
  })
})

test('sends an alarm in the feed and shows it on the board', async () => {
  const desk = await openTestDesk()
  const received = await desk.listen()
  await desk.notify('{}')
  await desk.notify('{}')
  await desk.clock.advance(0)
  expect(await desk.alarms()).toEqual([expect.objectContaining({ code: 'webhook_unreadable' })])
  expect(received.filter(({ event }) => event === 'alarm')).toMatchObject([
    { event: 'alarm', data: { code: 'webhook_unreadable', alarms: [{ code: 'webhook_unreadable' }] } },
  ])
})

test('dismisses an order unknown to the vendor, and lists it as closed with its problem', async () => {
  const desk = await openTestDesk()
  await desk.notify(created('A1'))
  await desk.clock.advance(second)
  const early = await read(await desk.post(`${orders}/A1/put-aside`))
  expect(early).toMatchObject({ http: 409, body: { code: 'not_put_aside' } })
  await desk.clock.advance(330 * second)
  expect(await desk.rows()).toMatchObject([{ lane: 'other', problem: 'not_found' }])
  const received = await desk.listen()
  const { http, body } = await read(await desk.post(`${orders}/A1/put-aside`))
  await desk.clock.advance(0)
  expect({ http, body }).toMatchObject({
    http: 200,
    body: { data: { order_id: 'A1', lane: 'closed', problem: 'not_found', respond_by: null } },
  })
  expect(received).toMatchObject([{ event: 'snapshot' }, { event: 'order', data: { order_id: 'A1' } }])
  expect(await codeOf(desk.post(`${orders}/A1/put-aside`))).toBe('409 not_put_aside')
  expect(await desk.rows()).toEqual([])
  expect(await desk.rows('?view=closed')).toMatchObject([
    { order_id: 'A1', problem: 'not_found', removed_by: { person: 'Sara', tablet: 'Counter' } },
  ])
  expect((await desk.row('A1')).timeline).toMatchObject([
    { what: 'heard' },
    { what: 'lane', detail: 'other' },
    { what: 'put_aside', by: { person: 'Sara', tablet: 'Counter' } },
    { what: 'lane', detail: 'closed' },
  ])
})

test('does not dismiss an order by acknowledging it', async () => {
  const desk = await openTestDesk()
  await desk.notify(created('A1'))
  await desk.clock.advance(331 * second)
  expect((await desk.post(`${orders}/A1/acknowledge`)).status).toBe(200)
  expect(await desk.rows()).toMatchObject([{ lane: 'other', problem: 'not_found' }])
})

test('opens a dismissed order by id once the vendor knows it', async () => {
  let data: unknown
  const desk = await openTestDesk({
    fetch: async () => Response.json(data ? { data } : {}, { status: data ? 200 : 404 }),
  })
  await desk.notify(created('A1'))
  await desk.clock.advance(331 * second)
  expect((await desk.post(`${orders}/A1/put-aside`)).status).toBe(200)
  data = { id: 'A1', is_active: true, status: { key: 'pending' } }
  expect((await desk.post(orders, { order_id: 'A1' })).status).toBe(200)
  expect(await desk.rows()).toMatchObject([{ order_id: 'A1', lane: 'answer', problem: null }])
})

test('keeps an order answerable after a window of one second', async () => {
  const desk = await openTestDesk({ config: { responseWindowSeconds: 1 } })
  const { id } = await desk.order()
  await desk.clock.advance(90 * second)
  const { body } = await read(await desk.ask(`${orders}?view=open`))
  expect(body).toMatchObject({ data: [{ order_id: id, lane: 'answer' }] })
  // No more often than any other waiting order.
  expect(desk.asked('GET').filter((each) => each.endsWith(`/orders/${id}`)).length).toBeLessThan(25)
  expect((await desk.act(id, 'accept')).status).toBe(200)
})
