import { QueryObserver } from '@tanstack/react-query'
import { expect, onTestFinished, test, vi } from 'vitest'
import { boardQuery, leftBoard } from '#web/api/board.ts'
import { setFeedState } from '#web/api/feed/feed-state.ts'
import { createQueryClient } from '#web/api/http/query-client.ts'
import { orderQuery, putAnswer, putAnswered } from '#web/api/order.ts'
import { sessionQuery } from '#web/api/session.ts'
import { feedPath } from '#contract/desk/feed.ts'
import type { OrderRow } from '#contract/desk/inbox.ts'
import { rowOf } from '#testing/row-of.ts'
import { startLiveSync } from './live-sync.ts'

const deskTime = '2026-11-20T12:00:00.000Z'
const session = {
  device: { id: 'a', name: 'Counter' },
  staff: null,
  staff_names: [],
  mode: 'live',
  server_time: deskTime,
  response_window_seconds: 300,
}

type Fields = Partial<OrderRow>
const row = (id: string, version: number, more: Fields = {}) => rowOf(id, { version, is_on_board: true, ...more })
const whole = (id: string, version: number, more: Fields = {}) => ({
  ...row(id, version, more),
  timeline: [],
  matches: [],
  codes_pending: false,
})
const answerOf = (version: number, ...rows: OrderRow[]) => ({
  data: rows,
  meta: { version, server_time: deskTime, alarms: [] },
})

/** A page with a mounted board, and a server whose feed and answers the test controls. */
async function openPage() {
  const feeds: ReadableStreamDefaultController<Uint8Array>[] = []
  const asked: { readonly path: string; readonly answer: (body: unknown) => void }[] = []
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    if (path === '/api/desk/session') return Response.json(session)
    if (path !== feedPath) {
      const { promise, resolve } = Promise.withResolvers<Response>()
      asked.push({ path, answer: (body) => resolve(Response.json(body)) })
      return promise
    }
    const body = new ReadableStream<Uint8Array>({
      start(stream) {
        feeds.push(stream)
        init?.signal?.addEventListener('abort', () => stream.error(new DOMException('Left.', 'AbortError')))
      },
    })
    return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } })
  })
  const queries = createQueryClient()
  onTestFinished(new QueryObserver(queries, boardQuery()).subscribe(() => undefined))
  onTestFinished(startLiveSync(queries))
  onTestFinished(() => setFeedState({ is: 'begins' }))
  await queries.prefetchQuery(sessionQuery())
  await expect.poll(() => feeds.length).toBe(1)
  const board = () => queries.getQueryData(boardQuery().queryKey)
  const shown = () => board()?.data.map(({ order_id: id, lane }) => `${id} ${lane}`)
  const say = async (event: string, data: object) => {
    feeds.at(-1)?.enqueue(new TextEncoder().encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`))
    await new Promise((resolve) => setTimeout(resolve))
  }
  return {
    queries,
    feeds,
    asked,
    board,
    shown,
    say,
    snapshot: (version: number, ...orders: unknown[]) =>
      say('snapshot', { version, server_time: deskTime, orders, alarms: [] }),
    sendRow: (data: ReturnType<typeof whole>) =>
      say('order', { order_id: data.order_id, version: data.version, row: data }),
    asksForBoard: () => asked.filter(({ path }) => path === '/api/desk/orders'),
  }
}

test('adds, changes and removes rows from the feed without a request', async () => {
  const { snapshot, sendRow, shown, asked, asksForBoard } = await openPage()
  await snapshot(2, row('1', 1), row('2', 2))
  await sendRow(whole('3', 3))
  await sendRow(whole('1', 4, { lane: 'preparing' }))
  await sendRow(whole('2', 5, { lane: 'closed', is_on_board: false }))
  expect(shown()).toEqual(['1 preparing', '3 answer'])
  expect(leftBoard.get('2')).toMatchObject({ lane: 'closed' })
  // The first read, from before the feed connected.
  expect(asksForBoard()).toHaveLength(1)
  expect(asked.filter(({ path }) => path.startsWith('/api/desk/orders/'))).toEqual([])
})

test('takes the time of the last notification from the snapshot and each heartbeat', async () => {
  const { say, board, asksForBoard } = await openPage()
  const state = { version: 2, server_time: deskTime }
  const heardAt = () => board()?.meta.webhook_heard_at
  await say('snapshot', { ...state, webhook_heard_at: null, orders: [row('1', 1)], alarms: [] })
  expect(heardAt()).toBeNull()
  await say('hb', { ...state, webhook_heard_at: deskTime })
  expect(heardAt()).toBe(deskTime)
  // An unchanged time changes nothing on the board.
  const before = board()
  await say('hb', { ...state, webhook_heard_at: deskTime })
  expect(board()).toBe(before)
  expect(asksForBoard()).toHaveLength(1)
})

test('takes the shortages from the snapshot and from each of their events', async () => {
  const { say, board, asksForBoard } = await openPage()
  const state = { version: 2, server_time: deskTime }
  const milk = { name: 'Milk', product_id: '7', reference: null, barcode: null }
  const by = { person: 'Sara', tablet: 'Counter' }
  const shortage = { id: 'a', ...milk, since: deskTime, by, order_id: '1' }
  await say('snapshot', { ...state, orders: [row('1', 1)], alarms: [], shortages: [shortage] })
  expect(board()?.meta.shortages).toEqual([shortage])
  await say('hb', state)
  await say('shortages', { shortages: [shortage, { ...shortage, id: 'b' }] })
  expect(board()?.meta.shortages).toHaveLength(2)
  await say('shortages', { shortages: [] })
  expect(board()?.meta.shortages).toEqual([])
  expect(asksForBoard()).toHaveLength(1)
})

test('ignores an older row, even if the order has left the board', async () => {
  const { snapshot, sendRow, shown } = await openPage()
  await snapshot(5, row('1', 5, { lane: 'preparing' }), row('2', 2))
  await sendRow(whole('2', 7, { lane: 'closed', is_on_board: false }))
  await sendRow(whole('1', 4))
  await sendRow(whole('2', 6))
  expect(shown()).toEqual(['1 preparing'])
})

test('keeps a snapshot when a board requested before it arrives later', async () => {
  const { snapshot, sendRow, shown, asksForBoard, queries } = await openPage()
  await snapshot(3, row('1', 3, { lane: 'preparing' }))
  await sendRow(whole('2', 4))
  asksForBoard()[0]?.answer(answerOf(1, row('1', 1)))
  await expect.poll(() => queries.isFetching({ queryKey: ['board'] })).toBe(0)
  expect(shown()).toEqual(['1 preparing', '2 answer'])
})

test('keeps a feed row when a board requested before it arrives later', async () => {
  const { snapshot, sendRow, shown, asksForBoard, queries } = await openPage()
  await snapshot(3, row('1', 1), row('2', 2), row('3', 3))
  void queries.invalidateQueries(boardQuery())
  await expect.poll(() => asksForBoard().length).toBe(2)
  await sendRow(whole('1', 4, { lane: 'preparing' }))
  await sendRow(whole('2', 5, { lane: 'closed', is_on_board: false }))
  await sendRow(whole('4', 6))
  asksForBoard()[1]?.answer(answerOf(3, row('1', 1), row('2', 2), row('3', 3, { lane: 'contact' })))
  await expect.poll(() => queries.isFetching({ queryKey: ['board'] })).toBe(0)
  expect(shown()).toEqual(['1 preparing', '3 contact', '4 answer'])
})

test('shows missed changes with the next snapshot, also on a hidden page', async () => {
  Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
  Object.defineProperty(document, 'hidden', { value: true, configurable: true })
  onTestFinished(() => {
    Reflect.deleteProperty(document, 'visibilityState')
    Reflect.deleteProperty(document, 'hidden')
  })
  const { snapshot, feeds, say, shown } = await openPage()
  await snapshot(2, row('1', 1), row('2', 2))
  await say('bye', { retry_ms: 0 })
  await expect.poll(() => feeds.length, { timeout: 3000 }).toBe(2)
  await snapshot(5, row('1', 4, { lane: 'preparing' }), row('3', 5))
  expect(shown()).toEqual(['1 preparing', '3 answer'])
})

test('accepts lower versions from a restored database', async () => {
  const { snapshot, feeds, say, sendRow, shown } = await openPage()
  await snapshot(500, row('1', 400, { lane: 'preparing' }), row('2', 500))
  await sendRow(whole('1', 501, { lane: 'closed', is_on_board: false }))
  await say('bye', { retry_ms: 0 })
  await expect.poll(() => feeds.length, { timeout: 3000 }).toBe(2)
  await snapshot(300, row('1', 300))
  expect(shown()).toEqual(['1 answer'])
  await sendRow(whole('1', 301, { lane: 'preparing' }))
  expect(shown()).toEqual(['1 preparing'])
})

test('accepts an action’s answer and its feed row in either order', async () => {
  const { queries, snapshot, sendRow, shown } = await openPage()
  await snapshot(2, row('1', 2))
  const { queryKey } = orderQuery('1')
  const by = { person: 'Sara', tablet: 'Counter' }
  const acknowledged = { by, until: deskTime }
  queries.setQueryData(queryKey, {
    order: { id: '1' },
    lane: 'answer',
    row: whole('1', 2),
    matches: [],
    catalogState: 'whole',
  })
  putAnswer(queries, row('1', 4, { acknowledged }))
  await sendRow(whole('1', 3))
  expect(queries.getQueryData(boardQuery().queryKey)?.data).toMatchObject([{ acknowledged }])
  expect(queries.getQueryData(queryKey)?.row).toMatchObject({ acknowledged })
  // Accepted under version 6: an older row that arrives late must not show the order as waiting.
  putAnswered(queries, { id: '1' }, 'preparing', 6)
  await sendRow(whole('1', 5))
  expect(queries.getQueryData(queryKey)?.lane).toBe('preparing')
  await sendRow(whole('1', 7, { lane: 'ready' }))
  putAnswered(queries, { id: '1' }, 'preparing', 6)
  expect([queries.getQueryData(queryKey)?.lane, shown()]).toEqual(['ready', ['1 ready']])
})

test('updates the order’s own screen with the feed row and drops an older read', async () => {
  const { queries, asked, snapshot, sendRow } = await openPage()
  await snapshot(2, row('1', 2))
  onTestFinished(new QueryObserver(queries, orderQuery('1')).subscribe(() => undefined))
  const reads = () => asked.filter(({ path }) => path === '/api/desk/orders/1')
  await expect.poll(() => reads().length).toBe(1)
  await sendRow(whole('1', 3, { lane: 'preparing' }))
  reads()[0]?.answer({ data: whole('1', 2) })
  const { queryKey } = orderQuery('1')
  await expect.poll(() => queries.isFetching({ queryKey })).toBe(0)
  expect(queries.getQueryData(queryKey)).toMatchObject({ lane: 'preparing', row: { version: 3, timeline: [] } })
  expect(reads()).toHaveLength(1)
})

test('keeps hand-over codes out of the board’s rows', async () => {
  const { board, snapshot, sendRow } = await openPage()
  await snapshot(1, row('1', 1))
  await sendRow(whole('1', 2, { lane: 'ready', order: { id: '1', pickup_otp: '0042', return_otp: '7' } }))
  expect(board()?.data).toMatchObject([{ lane: 'ready', order: { id: '1' } }])
  expect(JSON.stringify(board())).not.toMatch(/otp|timeline|matches/)
})

test('reads the board again after an unreadable row and keeps the others', async () => {
  const { snapshot, say, shown, asksForBoard } = await openPage()
  asksForBoard()[0]?.answer(answerOf(1))
  await expect.poll(shown).toEqual([])
  await snapshot(2, row('1', 1), { order_id: 7 })
  expect(shown()).toEqual(['1 answer'])
  await expect.poll(() => asksForBoard().length).toBe(2)
  asksForBoard()[1]?.answer(answerOf(2, row('1', 1), row('2', 2)))
  await expect.poll(shown).toEqual(['1 answer', '2 answer'])
  // The same applies to an older server, which sends no row.
  await say('order', { order_id: '2', version: 3 })
  await expect.poll(() => asksForBoard().length).toBe(3)
})

test('shows an alarm from the feed on the board', async () => {
  const { board, say, snapshot, asksForBoard } = await openPage()
  await snapshot(1)
  const alarms = [{ code: 'disk_low', since: deskTime, count: 1 }]
  await say('alarm', { code: 'disk_low', alarms })
  expect(board()?.meta.alarms).toEqual(alarms)
  await say('alarm', { code: 'disk_low', alarms: [] })
  expect(board()?.meta.alarms).toEqual([])
  expect(asksForBoard()).toHaveLength(1)
})
