import { expect, test } from 'vitest'
import { isRecord } from '#contract/json.ts'
import { createSimulator } from '#simulator/simulator.ts'
import { createTestClock } from '#testing/clock.ts'
import { createTestDesk, testToken, updated } from '#testing/desk.ts'

// An order's whole life, with a recognizable text in each field: all that a station and a display received is searched
// for what they may not have.

/** The service's order, with texts and amounts that stand out. */
function marked(order: Readonly<Record<string, unknown>>): unknown {
  const items = Array.isArray(order['items']) ? (order['items'] as Record<string, unknown>[]) : undefined
  return {
    ...order,
    receipt_number: 'HIDDEN-receipt',
    cash_amount: 771001,
    subtotal: 771002,
    total: 771003,
    currency: 'HIDDEN-currency',
    delivery_charge: 771004,
    service_charge: 771005,
    customer: { id: 'HIDDEN-customer-id', name: 'HIDDEN customer' },
    payment_method: { id: 'HIDDEN-1', key: 'HIDDEN-2', title: 'HIDDEN-3', sub_title: 'HIDDEN-4', form: 'HIDDEN-5' },
    delivery_method: { id: 'HIDDEN-6', name: 'HIDDEN-7', featured_image: null },
    vendor: { id: 'HIDDEN-8', name: 'The shop itself', featured_image: 'HIDDEN-10' },
    pickup_otp: 'HIDDEN-pickup',
    return_otp: 'HIDDEN-return',
    address: { street: 'HIDDEN-street' },
    print_order_number: 'NUMBER-1',
    ...(items && {
      items: items.map((item) => ({
        ...item,
        price: 771006,
        surprise: 'HIDDEN-field',
        product: {
          ...(item['product'] as object),
          name: 'PRODUCT',
          price: 771007,
          original_price: 771008,
          currency: 'HIDDEN-currency',
          vendor_id: 'HIDDEN-vendor',
          surprise: 'HIDDEN-field',
        },
        customizations: [
          { note: 'NOTE: no nuts' },
          { name: 'Size', choice: { label: 'NOTE large', extra_price: 771009 } },
          'NOTE extra cheese +771010 IQD',
          { pickup_code: 'HIDDEN-code' },
        ],
      })),
    }),
  }
}

const markedAnswer = async (response: Response): Promise<Response> => {
  const body: unknown = await response.json()
  const { data } = isRecord(body) ? body : {}
  const shown = isRecord(body) && isRecord(data) && 'status' in data ? { ...body, data: marked(data) } : body
  return Response.json(shown, { status: response.status })
}

type Asks = Pick<Awaited<ReturnType<ReturnType<typeof createTestDesk>['admit']>>, 'ask'>

/** Everything that a tablet receives, as text. */
async function recorded(tablet: Asks) {
  const received: string[] = []
  const { body } = await tablet.ask('/api/desk/feed')
  void body
    ?.pipeThrough(new TextDecoderStream())
    .pipeTo(new WritableStream({ write: (text) => void received.push(text) }))
  const ask = async (path: string, method = 'GET', sent?: unknown, headers: Readonly<Record<string, string>> = {}) => {
    const response = await tablet.ask(path, {
      method,
      headers: { ...headers, ...(sent !== undefined && { 'Content-Type': 'application/json' }) },
      ...(sent !== undefined && { body: JSON.stringify(sent) }),
    })
    const text = await response.text()
    received.push(JSON.stringify([...response.headers]), text)
    return { status: response.status, body: JSON.parse(text) as Readonly<Record<string, unknown>> } // As all answers.
  }
  return { ask, all: () => received.join('') }
}

async function openShop() {
  const clock = createTestClock()
  const vendor = createSimulator({ clock, token: testToken })
  const desk = createTestDesk({ clock, vendor, fetch: async (request) => markedAnswer(await vendor.fetch(request)) })
  await desk.open()
  const station = await recorded(await desk.admit('Kitchen tablet', 'Omar', 'station'))
  const display = await recorded(await desk.admit('Wall tablet', undefined, 'display'))
  return { clock, vendor, desk, station, display }
}

const rowsOf = ({ body }: { readonly body: Readonly<Record<string, unknown>> }) =>
  body['data'] as readonly Readonly<Record<string, unknown>>[]

test('gives a station and a display nothing but what is for them, from the webhook to the end', async () => {
  const { clock, vendor, desk, station, display } = await openShop()
  const tablets = [station, display]
  const order = await desk.order('ordinary')
  const path = `/api/desk/orders/${order.id}`
  await clock.advance(1000)
  // It waits for its answer, which is no business of theirs.
  for (const tablet of tablets) {
    expect(rowsOf(await tablet.ask('/api/desk/orders'))).toEqual([])
    expect(await tablet.ask(path)).toMatchObject({ status: 404, body: { code: 'order_not_found' } })
    expect(tablet.all()).not.toContain(order.id)
  }
  const waiting = `/api/developer/v1/orders/${order.id}/ready`
  const key = () => ({ 'Idempotency-Key': crypto.randomUUID() })
  expect(await station.ask(waiting, 'POST', undefined, key())).toMatchObject({ status: 404 })
  expect(await station.ask(`${path}/lease`, 'PUT')).toMatchObject({ status: 404 })

  await desk.act(order.id, 'accept')
  await clock.advance(1000)
  for (const tablet of tablets) {
    expect(rowsOf(await tablet.ask('/api/desk/orders'))).toMatchObject([{ order_id: order.id, lane: 'preparing' }])
    expect(await tablet.ask(path)).toMatchObject({ status: 200 })
    expect(tablet.all()).toContain('NUMBER-1')
    await tablet.ask('/api/desk/session')
    await tablet.ask('/api/desk/presence', 'POST', { armed: true })
  }
  await station.ask('/api/desk/shortages')
  await station.ask('/api/desk/station-settings')
  await display.ask('/api/desk/display-settings')

  const [{ order: shown } = { order: undefined }] = rowsOf(await station.ask('/api/desk/orders'))
  const lines = isRecord(shown) && Array.isArray(shown['items']) ? (shown['items'] as { readonly id: string }[]) : []
  expect(lines.length).toBeGreaterThan(0)
  for (const { id } of lines)
    for (const state of ['missing', null, 'picked'])
      expect(await station.ask(`${path}/picks/${id}`, 'PUT', { state })).toMatchObject({ status: 200 })
  for (const method of ['PUT', 'DELETE'])
    expect(await station.ask(`${path}/lease`, method)).toMatchObject({ status: 200 })

  const sameKey = key()
  for (const _ of ['first', 'repeated'])
    expect(await station.ask(waiting, 'POST', undefined, sameKey)).toMatchObject({
      status: 200,
      body: { data: { id: order.id, print_order_number: 'NUMBER-1' } },
    })
  expect((await station.ask(waiting, 'POST', undefined, key())).status).toBeGreaterThanOrEqual(400)
  await clock.advance(1000)
  expect(rowsOf(await display.ask('/api/desk/orders'))).toMatchObject([{ lane: 'ready', ready_at: expect.any(String) }])

  await desk.post(`${path}/handover`, { state: 'handed_over', kind: 'pickup' }, 'PUT')
  await clock.advance(1000)
  expect(rowsOf(await display.ask('/api/desk/orders'))).toEqual([])
  expect(display.all()).toMatch(new RegExp(`"order_id":"${order.id}","version":\\d+,"row":null`))
  expect(rowsOf(await station.ask('/api/desk/orders'))).toHaveLength(1)

  // The second one is cancelled while it is packed.
  const other = await desk.order('ordinary')
  await desk.act(other.id, 'accept')
  await clock.advance(1000)
  vendor.orders.move(other, 'cancelled')
  await desk.notify(updated(other.id))
  await clock.advance(60_000)
  expect(rowsOf(await display.ask('/api/desk/orders'))).toEqual([])
  expect(rowsOf(await station.ask('/api/desk/orders')).at(-1)).toMatchObject({ lane: 'closed', problem: 'cancelled' })
  await desk.post(`/api/desk/orders/${other.id}/acknowledge`)
  await clock.advance(1000)
  expect(JSON.stringify(rowsOf(await station.ask('/api/desk/orders')))).not.toContain(other.id)

  for (const tablet of tablets) {
    expect(tablet.all()).not.toContain('HIDDEN')
    expect(tablet.all()).not.toMatch(/7710\d\d/)
    expect(tablet.all()).toContain('event: hb')
    expect(tablet.all()).not.toContain('webhook_heard_at')
    expect(tablet.all()).not.toContain('auto_accept')
  }
  expect(station.all()).toContain('NOTE: no nuts')
  expect(station.all()).toContain('NOTE large')
  expect(station.all()).toContain('PRODUCT')
  for (const hidden of ['NOTE', 'PRODUCT', 'Sara', 'Omar', 'Counter', 'Kitchen', 'picked', 'missing', 'shortages'])
    expect(display.all()).not.toContain(hidden)
  // What a counter receives meanwhile, so that the texts above are known to pass through the desk.
  const whole = JSON.stringify(await (await desk.ask(path)).json())
  for (const text of ['HIDDEN customer', 'HIDDEN-street', '771003', '771006', '771009']) expect(whole).toContain(text)
})

test('cuts the feed of a tablet whose role a manager changes, which then begins with what is for its role', async () => {
  const { clock, desk } = await openShop()
  const order = await desk.order('ordinary')
  await desk.act(order.id, 'accept')
  const kitchen = await desk.admit('Kitchen')
  const before = await kitchen.listen()
  expect(JSON.stringify(before)).toContain('HIDDEN customer')
  const id = (await desk.store.devices()).find(({ name }) => name === 'Kitchen')?.id
  expect((await desk.post(`/api/desk/devices/${id}`, { role: 'display' }, 'PATCH')).status).toBe(200)
  await clock.advance(0)
  expect(before.at(-1)).toMatchObject({ event: 'bye' })
  const after = await kitchen.listen()
  await clock.advance(20_000)
  expect(after[0]).toMatchObject({ event: 'snapshot', data: { orders: [{ order_id: order.id, lane: 'preparing' }] } })
  expect(JSON.stringify(after)).not.toContain('HIDDEN')
  expect((await kitchen.ask(`/api/desk/orders?q=HIDDEN`)).status).toBe(403)
  // By another process.
  await desk.store.changeDevice(id ?? '', { role: 'station' })
  await clock.advance(2000)
  expect(after.at(-1)).toMatchObject({ event: 'bye' })
})

test('tells stations the categories of the lines, as far as the catalog knows them', async () => {
  const desk = createTestDesk({ walksCatalog: true })
  await desk.open()
  await desk.clock.advance(600_000)
  const station = await desk.admit('Kitchen', undefined, 'station')
  const events = await station.listen()
  const order = await desk.order('ordinary')
  await desk.act(order.id, 'accept')
  await desk.clock.advance(1000)
  const expected = Object.fromEntries(order.lines.map(({ id, item }) => [id, item.category_ids.map(String)]))
  const row = { order_id: order.id, line_categories: expected }
  expect(events.at(-1)).toMatchObject({ event: 'order', data: { row } })
  expect((await station.listen())[0]).toMatchObject({ data: { orders: [row] } })
  const display = await (await desk.admit('Wall', undefined, 'display')).listen()
  expect(JSON.stringify(display)).not.toContain('line_categories')
})
