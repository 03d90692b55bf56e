import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { readLog } from '#contract/desk/log.ts'
import { systemClock } from '#contract/system-clock.ts'
import { createMemoryStore } from '#server/storage/store-memory.ts'
import type { LogEntry } from '#server/storage/store.ts'
import { type TestDesk, createTestDesk, openTestDesk } from '#testing/desk.ts'
import { logPage } from './log-pages.ts'

const entry = (more: Partial<LogEntry> = {}): LogEntry => ({
  at: Date.parse('2026-11-20T12:00:00Z'),
  what: 'reject',
  orderId: 'A1',
  by: { person: 'Sara', tablet: 'Counter' },
  sent: { reason_id: 3 },
  vendor: { status: 200, message: null },
  outcome: 'done',
  settledBy: 'answer',
  tookMs: 210,
  posts: 1,
  ...more,
})

/** Reads the whole log; other work gets a turn between two pages. */
async function readAll(desk: TestDesk, search: string) {
  const asked = desk.ask(`/api/desk/log${search}`).then(async (answer) => ({ answer, body: await answer.bytes() }))
  for (let turn = 0; turn < 20; turn += 1) await desk.clock.advance(0)
  const { answer, body } = await asked
  return { answer, body, text: new TextDecoder().decode(body) }
}

async function deskWith(entries: readonly LogEntry[]) {
  const store = createMemoryStore()
  for (const each of entries) await store.appendLog(each)
  const desk = createTestDesk({ store })
  const page = async (search = '') => z.parse(readLog.answer, JSON.parse((await readAll(desk, search)).text))
  return { desk, page }
}

test('lists each attempt, newest first, as it was reconciled', async () => {
  const desk = createTestDesk()
  const first = desk.vendor.placeOrder()
  const second = desk.vendor.placeOrder()
  await desk.act(first.id, 'accept')
  await desk.clock.advance(1000)
  await desk.act(second.id, 'reject', { cancel_reason_id: 3 })
  const { data, meta } = z.parse(readLog.answer, await (await desk.ask('/api/desk/log')).json())
  expect(meta).toEqual({ next: null })
  const common = { by: { person: 'Sara', tablet: 'Counter' }, outcome: 'done', settled_by: 'answer', posts: 1 }
  expect(data).toMatchObject([
    { ...common, what: 'reject', order_id: second.id, sent: { reason_id: 3 }, at: '2026-11-20T12:00:01.000Z' },
    { ...common, what: 'accept', order_id: first.id },
  ])
})

test('continues a page where the last one ended, without repeats or gaps', async () => {
  const { page } = await deskWith(Array.from({ length: 230 }, (_none, index) => entry({ posts: index })))
  const posts: unknown[] = []
  let search = ''
  for (let pages = 0; pages < 5; pages += 1) {
    const { data, meta } = await page(search)
    posts.push(...data.map((row) => row.posts))
    if (meta.next === null) break
    search = `?before=${encodeURIComponent(meta.next)}`
  }
  expect(posts).toEqual(Array.from({ length: 230 }, (_none, index) => 229 - index))
})

test('starts the log at the given moment', async () => {
  const minutes = [0, 1, 2, 3].map((minute) => entry({ at: Date.parse(`2026-11-20T12:0${minute}:00Z`) }))
  const { page } = await deskWith(minutes)
  const { data } = await page(`?until=${encodeURIComponent('2026-11-20T12:02:00Z')}`)
  expect(data.map(({ at }) => at)).toEqual(['2026-11-20T12:01:00.000Z', '2026-11-20T12:00:00.000Z'])
})

test('finds all actions of one person, page by page', async () => {
  const layla = { person: 'Layla', tablet: 'Window' }
  // One matching row in ten, then none in more rows than one step reads, then the oldest.
  const rows = Array.from({ length: 2400 }, (_none, index) =>
    entry({ posts: index, ...((index === 0 || (index > 1900 && index % 10 === 0)) && { by: layla }) }),
  )
  const { page } = await deskWith(rows)
  const posts: unknown[] = []
  let asked = 0
  for (let next: string | null = ''; next !== null; asked += 1) {
    const answer = await page(`?by=Layla${next === '' ? '' : `&before=${next}`}`)
    posts.push(...answer.data.map((row) => row.posts))
    ;({ next } = answer.meta)
  }
  expect(posts).toEqual([...Array.from({ length: 49 }, (_none, index) => 2390 - 10 * index), 0])
  expect(asked).toBe(3)
})

test('applies the filters to the file too', async () => {
  const { desk } = await deskWith([entry(), entry({ by: { person: 'Layla', tablet: 'Window' } }), entry({ by: null })])
  const csv = await (await desk.ask('/api/desk/log?format=csv&by=Layla')).text()
  expect(csv.trim().split('\n')).toHaveLength(2)
  expect(csv).toContain('Layla')
})

test('lets other work run while a long log is searched or exported', async () => {
  const store = createMemoryStore()
  for (let count = 0; count < 450; count += 1) await store.appendLog(entry())
  let inOneTurn = 0
  let most = 0
  const instrumented = {
    ...store,
    readLog(options: Parameters<typeof store.readLog>[0]) {
      if (inOneTurn === 0) setImmediate(() => (inOneTurn = 0))
      most = Math.max(most, (inOneTurn += 1))
      return store.readLog(options)
    },
  }
  for (const search of ['by=Layla', 'by=Layla&format=csv'])
    await (await logPage(instrumented, systemClock, new URLSearchParams(search))).text()
  // A timer may fire before the current turn of the event loop ends.
  expect(most).toBeLessThanOrEqual(2)
})

test.each(['?until=yesterday', '?until=2026-11-20', `?by=${'x'.repeat(201)}`, '?by=A&by=B'])(
  'refuses %s',
  async (search) => {
    const { desk } = await deskWith([])
    const answer = await desk.ask(`/api/desk/log${search}`)
    expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'bad_request' }])
  },
)

test('limits the log of one order to that order', async () => {
  const { page } = await deskWith([entry(), entry({ orderId: 'A2' }), entry({ orderId: null, what: 'sign-in' })])
  expect((await page('?order_id=A2')).data).toMatchObject([{ order_id: 'A2' }])
  expect((await page()).data).toHaveLength(3)
})

test('adds the print number of a known order', async () => {
  const desk = await openTestDesk()
  const { id, printNumber } = desk.vendor.placeOrder()
  await desk.notify(JSON.stringify({ event: 'order_created', data: { id } }))
  await desk.clock.advance(0)
  await desk.act(id, 'accept')
  expect(z.parse(readLog.answer, await (await desk.ask('/api/desk/log')).json()).data).toMatchObject([
    { order_id: id, number: printNumber },
  ])
})

test.each([
  ['?order_id=a%20b', 'bad_order_id'],
  ['?order_id=', 'bad_order_id'],
  ['?format=xml', 'bad_request'],
  ['?format=', 'bad_request'],
  ['?format=csv&format=json', 'bad_request'],
  ['?before=', 'bad_request'],
  ['?before=abc', 'bad_request'],
  ['?before=-1', 'bad_request'],
  ['?before=1e3', 'bad_request'],
  ['?before=٣', 'bad_request'],
  ['?before=9999999999999999', 'bad_request'],
  ['?before=1&before=2', 'bad_request'],
  ['?format=csv&before=abc', 'bad_request'],
  ['?format=csv&zone=', 'bad_request'],
  ['?format=csv&zone=Nowhere/Else', 'bad_request'],
])('%s is %s', async (search, code) => {
  const { desk } = await deskWith([])
  const response = await desk.ask(`/api/desk/log${search}`)
  expect([response.status, await response.json()]).toMatchObject([400, { code }])
})

test('exports all rows as CSV, without formulas', async () => {
  const rows = Array.from({ length: 600 }, () => entry())
  const { desk } = await deskWith([
    ...rows,
    entry({ by: { person: '=HYPERLINK("http://x")', tablet: '+1' }, vendor: { status: 400, message: 'No, "never"' } }),
  ])
  const { answer: response, body: bytes, text } = await readAll(desk, '?format=csv&zone=Asia/Baghdad')
  expect(response.headers.get('Content-Type')).toBe('text/csv; charset=utf-8')
  expect(response.headers.get('Content-Disposition')).toBe('attachment; filename="vendor-desk-log.csv"')
  expect(response.headers.get('Cache-Control')).toBe('no-store')
  expect(Array.from(bytes.slice(0, 3))).toEqual([0xef, 0xbb, 0xbf])
  const lines = text.split('\r\n')
  expect(lines).toHaveLength(603)
  expect(lines[0]).toBe(
    '"time","what","order","person","tablet","sent","vendor_status","vendor_message","outcome","settled_by","took_ms","posts","about","number","local_time"',
  )
  expect(lines[1]).toBe(
    `"2026-11-20T12:00:00.000Z","reject","A1","'=HYPERLINK(""http://x"")","'+1","{""reason_id"":3}","400","No, ""never""","done","answer","210","1","","","2026-11-20 15:00:00"`,
  )
})

test('adds the local time of the requested zone to CSV rows, across a clock change', async () => {
  const rows = ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z'].map((at) => entry({ at: Date.parse(at) }))
  const { desk } = await deskWith(rows)
  const ends = async (zone: string) => {
    const { text } = await readAll(desk, `?format=csv&zone=${zone}`)
    return text
      .split('\r\n')
      .slice(1, -1)
      .map((line) => line.split(',').at(-1))
  }
  expect(await ends('Europe/Paris')).toEqual(['"2026-10-25 02:30:00"', '"2026-10-25 02:30:00"'])
  expect(await ends('America/New_York')).toEqual(['"2026-10-24 21:30:00"', '"2026-10-24 20:30:00"'])
})

test('adds the print number to CSV rows if it is known', async () => {
  const store = createMemoryStore()
  const received = { toldId: null, itemIds: [], source: 'webhook', receivedAt: 0 } as const
  await store.ingest([
    { ...received, orderId: 'A1' },
    { ...received, orderId: 'A2' },
  ])
  const known = await store.find('A1')
  if (known) await store.save({ ...known, order: { id: 'A1', print_order_number: '=4711' } })
  let finds = 0
  const desk = createTestDesk({ store: { ...store, find: (id) => ((finds += 1), store.find(id)) } })
  for (let index = 0; index < 600; index += 1) await store.appendLog(entry())
  await store.appendLog(entry({ orderId: 'A2' }))
  await store.appendLog(entry({ orderId: 'forgotten' }))
  await store.appendLog(entry({ orderId: null, what: 'cut off' }))
  const { text: csv } = await readAll(desk, '?format=csv')
  const ends = csv.split('\r\n').map((line) => line.split(',').at(-2))
  expect(ends.slice(0, 5)).toEqual(['"number"', '""', '""', '""', `"'=4711"`])
  expect(ends.slice(4, -1)).toEqual(Array.from({ length: 600 }, () => `"'=4711"`))
  // Once per order of a page; there are seven pages.
  expect(finds).toBe(9)
})

test.each(['=1+1', '+1', '-1', '@SUM(A1)', ' =1', '\t=1', '\r\n=1', '＝1+1', '＠SUM(A1)'])(
  '%j is no formula in CSV',
  async (text) => {
    const { desk } = await deskWith([entry({ vendor: { status: 400, message: text } })])
    const csv = await (await desk.ask('/api/desk/log?format=csv')).text()
    expect(csv).toContain(`"'${text}"`)
  },
)
