import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { readReport } from '#contract/desk/reports.ts'
import { createMemoryStore } from '#server/storage/store-memory.ts'
import { fullOrder } from '#simulator/order-wire.ts'
import { createTestProgram } from '#testing/api-keys.ts'
import { createTestClock } from '#testing/clock.ts'
import { codeOf, createTestDesk, openTestDesk, type TestDesk } from '#testing/desk.ts'
import { notificationOf } from '#testing/store-suite.ts'

const second = 1000
const minute = 60 * second
const day = 24 * 60 * minute
const config = { timeZone: 'Asia/Baghdad' }

const report = async ({ ask }: Pick<TestDesk, 'ask'>, query = '') =>
  z.parse(readReport.answer, await (await ask(`/api/desk/reports${query}`)).json()).data

/** A minimal reader of RFC 4180. */
function readCsv(text: string): readonly (readonly string[])[] {
  expect(text.startsWith('\uFEFF')).toBe(true)
  expect(text.endsWith('\r\n')).toBe(true)
  const rows: string[][] = [[]]
  for (const [, quoted = '', end] of text.slice(1).matchAll(/"((?:[^"]|"")*)"(,|\r\n)/g)) {
    rows.at(-1)?.push(quoted.replaceAll('""', '"'))
    if (end === '\r\n') rows.push([])
  }
  return rows.slice(0, -1)
}

const table = async ({ ask }: Pick<TestDesk, 'ask'>, query: string) => {
  const response = await ask(`/api/desk/reports?format=csv${query}`)
  // `text()` would drop the byte-order mark.
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer())
  const [head = [], ...rows] = readCsv(text)
  const named = rows.map((row) => Object.fromEntries(head.map((name, index) => [name, row[index]])))
  return { response, text, head, named }
}

test('reports a day: what became of its orders, how fast, by whom, and the money', async () => {
  const desk = await openTestDesk({ config })
  const [one, two, three, four] = [await desk.order(), await desk.order(), await desk.order(), await desk.order()]
  await desk.clock.advance(10 * second)
  await desk.act(one.id, 'accept')
  await desk.clock.advance(10 * second)
  const omar = await desk.admit('Kitchen', 'Omar')
  await omar.act(two.id, 'reject', { cancel_reason_id: 3 })
  await omar.act(four.id, 'accept')
  await desk.clock.advance(40 * second)
  await desk.act(one.id, 'ready')
  await desk.clock.advance(6 * minute)
  const asked = desk.asked().length
  const found = await report(desk)
  expect(desk.asked()).toHaveLength(asked)
  expect(found).toMatchObject({
    from: '2026-11-20',
    to: '2026-11-20',
    today: '2026-11-20',
    time_zone: 'Asia/Baghdad',
    first_day: '2026-11-20',
    orders: 4,
    accepted: 2,
    rejected: 1,
    missed: 1,
    ready: 1,
    to_answer: { count: 3, median_seconds: 20, p90_seconds: 20 },
    to_ready: { count: 1, median_seconds: 60, p90_seconds: 60 },
    reasons: [{ name: 'Closing soon', id: 3, code: null, count: 1 }],
    people: [
      { name: 'Omar', accepted: 1, rejected: 1, ready: 0, to_answer: { count: 2, median_seconds: 20 } },
      { name: 'Sara', accepted: 1, rejected: 0, ready: 1, to_answer: { count: 1, median_seconds: 10 } },
    ],
    people_from: '2026-11-20',
    before: { from: '2026-11-19', to: '2026-11-19', orders: 0, to_answer: { count: 0, median_seconds: null } },
  })
  const total = fullOrder(one).total + fullOrder(four).total
  expect(found.money).toMatchObject({ sums: [{ currency: 'IQD', orders: 2, total: String(total) }], unreadable: 0 })
  // 12:00 UTC is 15:00 in Baghdad, a Friday.
  expect(found.hours.filter(({ orders }) => orders > 0)).toMatchObject([{ hour: 15, orders: 4, missed: 1 }])
  expect(found.weekdays.filter(({ days }) => days > 0)).toMatchObject([{ weekday: 5, days: 1, orders: 4 }])
  const sold = [one, four].flatMap(({ lines }) => lines.map(({ quantity }) => quantity))
  expect(found.items.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(sold.reduce((sum, each) => sum + each, 0))
  const names = new Set([one, two, three, four].flatMap(({ lines }) => lines.map(({ id }) => String(id))))
  expect(names.size).toBeGreaterThan(0)
})

test('keeps a person and a key of the same name apart', async () => {
  const desk = await openTestDesk({ config })
  const [one, two, three] = [await desk.order(), await desk.order(), await desk.order()]
  await desk.act(one.id, 'accept')
  const program = await createTestProgram(desk, { name: 'Sara' })
  for (const { id } of [two, three]) {
    const answered = await program.post(`/api/developer/v1/orders/${id}/accept`, undefined, crypto.randomUUID())
    expect(answered.status).toBe(200)
  }
  expect((await report(desk)).people).toMatchObject([
    { name: 'Sara', kind: 'key', accepted: 2, to_answer: { count: 2 } },
    { name: 'Sara', kind: 'person', accepted: 1, to_answer: { count: 1 } },
  ])
  expect((await table(desk, '&table=people')).named).toMatchObject([
    { name: 'Sara', kind: 'key', accepted: '2' },
    { name: 'Sara', kind: 'person', accepted: '1' },
  ])
})

test('counts an order that was answered since the last report', async () => {
  const desk = await openTestDesk({ config })
  const { id } = await desk.order()
  expect(await report(desk)).toMatchObject({ orders: 1, waiting: 1, accepted: 0 })
  await desk.act(id, 'accept')
  expect(await report(desk)).toMatchObject({ orders: 1, waiting: 0, accepted: 1 })
})

test('names missing items: those marked while packing, and those that a rejection names', async () => {
  const desk = await openTestDesk({ config })
  const [packed, rejected] = [await desk.order('large'), await desk.order('large')]
  await desk.act(packed.id, 'accept')
  const [first] = fullOrder(packed).items
  const [, other] = fullOrder(rejected).items
  const mark = { method: 'PUT', headers: { 'Content-Type': 'application/json' }, body: '{"state":"missing"}' }
  expect((await desk.ask(`/api/desk/orders/${packed.id}/picks/${first?.id}`, mark)).status).toBe(200)
  await desk.act(rejected.id, 'reject', { cancel_reason_id: 1, items: [{ id: Number(other?.id) }] })
  const { missing_items: missing, asked } = await report(desk)
  const expected = new Map([first, other].map((item) => [item?.product.id, item?.product.name]))
  expect(asked).toBe(1)
  expect(new Map(missing.map(({ product_id: id, name }) => [id, name]))).toEqual(expected)
})

test('counts a missing item once whose name the log could only store in part', async () => {
  const desk = await openTestDesk({ config })
  const { lines } = await desk.order()
  // Right-to-left marks, as Arabic keyboards set them.
  const marked = lines.slice(0, 1).map((line) => ({
    ...line,
    item: { ...line.item, name: { ar: 'شاي \u200Fأخضر', en: 'Green \u200Ftea' } },
  }))
  const {
    id,
    lines: [line],
  } = await desk.order('ordinary', { lines: marked })
  await desk.act(id, 'reject', { cancel_reason_id: 1, items: [{ id: Number(line?.id) }] })
  expect((await report(desk)).missing_items).toMatchObject([{ product_id: String(line?.item.id), orders: 1 }])
})

test('counts by UTC where the machine names no zone that is known, and logs it', async () => {
  // What Node makes of an empty TZ, and of TZ=:/etc/localtime.
  const desk = await openTestDesk({ config: { timeZone: 'Etc/Unknown' } })
  await desk.order()
  expect(await report(desk)).toMatchObject({ orders: 1, time_zone: 'UTC' })
  expect(desk.logged).toContainEqual({ event: 'time_zone_unknown', zone: 'Etc/Unknown' })
})

test('compares a span with as many days right before', async () => {
  const store = createMemoryStore()
  const noon = Date.parse('2026-11-20T12:00:00Z')
  const receipts = [0, 0, -1, -6, -7, -7, -13, -14].map((days, index) =>
    notificationOf(`order-${index}`, { receivedAt: noon + days * day }),
  )
  await store.ingest(receipts)
  const desk = createTestDesk({ store, config })
  expect(await report(desk, '?from=2026-11-14&to=2026-11-20')).toMatchObject({
    orders: 4,
    first_day: '2026-11-06',
    before: { from: '2026-11-07', to: '2026-11-13', orders: 3 },
  })
})

test('is for managers', async () => {
  const desk = createTestDesk()
  const omar = await desk.admit('Kitchen', 'Omar')
  expect(await codeOf(omar.ask('/api/desk/reports'))).toBe('403 manager_required')
  expect(await codeOf(createTestDesk({ who: 'tablet' }).ask('/api/desk/reports'))).toBe('403 sign_in_required')
  expect((await desk.ask('/api/desk/reports')).status).toBe(200)
})

test.each([
  'from=2026-11-21&to=2026-11-20',
  'from=2026-02-30',
  'from=2026-2-3',
  'from=',
  'from=2026-11-20T00:00:00Z',
  'from=%202026-11-20',
  'from=%D9%A2%D9%A0%D9%A2%D9%A6-11-20',
  'from=2026-11-20%00',
  'to=9999-12-31',
  'from=2016-11-20&to=2026-11-20',
  'from=2026-11-20&%66rom=2026-11-20',
  'table=',
  'from=yesterday',
  'to=1999-12-31',
  'from=2023-11-20&to=2026-11-20',
  'from=2026-11-20&from=2026-11-20',
  'format=xml',
  'format=csv&table=orders',
])('refuses ?%s', async (query) => {
  expect(await codeOf(createTestDesk().ask(`/api/desk/reports?${query}`))).toBe('400 bad_request')
})

test('takes three years, and one day if only one end is given', async () => {
  const desk = createTestDesk({ config })
  expect(await report(desk, '?from=2023-11-21&to=2026-11-20')).toMatchObject({ orders: 0, first_day: null })
  expect(await report(desk, '?from=2026-11-01')).toMatchObject({ from: '2026-11-01', to: '2026-11-01' })
})

test('writes one row a day in CSV, also for days without orders', async () => {
  const desk = await openTestDesk({ config })
  const placed = await desk.order()
  await desk.clock.advance(10 * second)
  await desk.act(placed.id, 'accept')
  const { response, named, head } = await table(desk, '&from=2026-11-19&to=2026-11-20')
  expect(response.headers.get('Content-Type')).toBe('text/csv; charset=utf-8')
  expect(response.headers.get('Content-Disposition')).toBe(
    'attachment; filename="Little-Khan-Market-2026-11-19-to-2026-11-20.csv"',
  )
  expect(new Set(head).size).toBe(head.length)
  expect(named).toMatchObject([
    { day: '2026-11-19', weekday: '4', orders: '0', answer_median_s: '', 'sales IQD': '0' },
    {
      day: '2026-11-20',
      weekday: '5',
      orders: '1',
      accepted: '1',
      answer_count: '1',
      answer_median_s: '10',
      'sold_orders IQD': '1',
      'sales IQD': String(fullOrder(placed).total),
    },
  ])
})

test('writes the sales of each payment method in CSV, with two columns a currency', async () => {
  const store = createMemoryStore()
  const clock = createTestClock()
  const sold = [
    ['IQD', 'Cash', '1000.10'],
    ['IQD', 'Cash', '2000.20'],
    ['USD', 'Cash', '5'],
    ['IQD', '=Card', '-1'],
    ['IQD', undefined, '7'],
  ] as const
  await store.ingest(sold.map((_, index) => notificationOf(`${index}`, { receivedAt: clock.now() })))
  for (const [index, [currency, title, total]] of sold.entries()) {
    const record = await store.find(`${index}`)
    const payment_method = title && { id: 1, title }
    const order = { id: `${index}`, status: { key: 'preparing' }, items: [], total, currency, payment_method }
    if (record) await store.save({ ...record, lane: 'preparing', order })
  }
  const payments = await table(createTestDesk({ store, clock, config }), '&table=payments')
  expect(payments.response.headers.get('Content-Disposition')).toContain('-payments.csv"')
  expect(payments.named).toEqual([
    { payment: 'Cash', 'sold_orders IQD': '2', 'sales IQD': '3000.3', 'sold_orders USD': '1', 'sales USD': '5' },
    { payment: "'=Card", 'sold_orders IQD': '1', 'sales IQD': '-1', 'sold_orders USD': '0', 'sales USD': '0' },
    { payment: '', 'sold_orders IQD': '1', 'sales IQD': '7', 'sold_orders USD': '0', 'sales USD': '0' },
  ])
})

test.each([
  ['Karrada Grocery', 'filename="Karrada-Grocery-2026-11-20-to-2026-11-20.csv"'],
  ['Café “Crème” / 2', 'filename="Cafe-Creme-2-2026-11-20-to-2026-11-20.csv"'],
  [
    'متجر 24',
    'filename="vendor-desk-2026-11-20-to-2026-11-20.csv"; filename*=UTF-8\'\'%D9%85%D8%AA%D8%AC%D8%B1-24-2026-',
  ],
  ['..', 'filename="vendor-desk-2026-11-20-to-2026-11-20.csv"'],
])('names a file after the shop: %s', async (shop, name) => {
  const desk = createTestDesk({ config })
  const headers = { 'Content-Type': 'application/json' }
  const body = JSON.stringify({ shop_name: shop })
  expect((await desk.ask('/api/desk/display-settings', { method: 'PUT', headers, body })).status).toBe(200)
  const { response } = await table(desk, '')
  expect(response.headers.get('Content-Disposition')).toContain(`attachment; ${name}`)
})

test('names a file after the shop as the service calls it, if it has no name of its own', async () => {
  const desk = await openTestDesk({ config })
  const named = async () => (await table(desk, '')).response.headers.get('Content-Disposition')
  expect(await named()).toContain('"vendor-desk-2026')
  const { id } = await desk.order()
  const { data } = (await (await desk.ask(`/api/developer/v1/orders/${id}`)).json()) as {
    data: { vendor: { name: string } }
  }
  expect(data.vendor.name).toMatch(/^Little Khan Market · /)
  expect(await named()).toContain('"Little-Khan-Market-2026')
})

test('lets no text of the service be a formula in CSV, and keeps negative sums as numbers', async () => {
  const store = createMemoryStore()
  const clock = createTestClock()
  await store.ingest([notificationOf('1', { receivedAt: clock.now() })])
  const record = await store.find('1')
  const product = { id: '=1', name: '=HYPERLINK("http://evil.test")' }
  const items = [{ id: '9', quantity: 1, product }]
  const order = { id: '1', status: { key: 'preparing' }, items, total: -5.5, currency: '@SUM' }
  if (record) await store.save({ ...record, lane: 'preparing', order })
  const desk = createTestDesk({ store, clock, config })
  const days = await table(desk, '')
  expect(days.named).toMatchObject([{ 'sold_orders @SUM': '1', 'sales @SUM': '-5.5' }])
  const items_ = await table(desk, '&table=items')
  expect(items_.text).toContain(`"'=1","'=HYPERLINK(""http://evil.test"")","1","1","0"`)
})

test('writes the other tables in CSV, with all items', async () => {
  const desk = await openTestDesk({ config })
  const [one, two] = [await desk.order(), await desk.order()]
  await desk.clock.advance(30 * second)
  await desk.act(one.id, 'accept')
  await desk.act(two.id, 'reject', { cancel_reason_id: 3 })
  expect((await table(desk, '&table=people')).named).toEqual([
    {
      name: 'Sara',
      kind: 'person',
      accepted: '1',
      rejected: '1',
      ready: '0',
      answer_count: '2',
      answer_median_s: '30',
      answer_p90_s: '30',
    },
  ])
  expect((await table(desk, '&table=reasons')).named).toEqual([
    { reason: 'Closing soon', id: '3', code: '', count: '1' },
  ])
  const hours = (await table(desk, '&table=hours')).named
  expect([hours.length, hours[15]]).toMatchObject([24, { hour: '15', orders: '2', accepted: '1', rejected: '1' }])
  const items = await table(desk, '&table=items')
  expect(items.named.map(({ product_id: id }) => id)).toHaveLength(one.lines.length)
  expect(items.response.headers.get('Content-Disposition')).toContain('-items.csv"')
})
