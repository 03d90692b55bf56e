import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, onTestFinished, test, vi } from 'vitest'
import { boardQuery } from '#web/api/board.ts'
import { Failure } from '#web/api/http/failure.ts'
import { setFeedState } from '#web/api/feed/feed-state.ts'
import { createQueryClient } from '#web/api/http/query-client.ts'
import type { OrderRow } from '#contract/desk/inbox.ts'
import { rowOf } from '#testing/row-of.ts'
import { createFreshRows, type FreshRow } from './fresh-rows.ts'

const boardOf = (...rows: OrderRow[]) => ({ data: rows, meta: { version: 1, server_time: '', alarms: [] } })
const fresh = (row: OrderRow, isOnBoard = true, version = 1): FreshRow => ({ row, isOnBoard, version })

/** A page whose board is at hand, and a desk that answers when it is told to. */
function openPage(...rows: OrderRow[]) {
  const queries = new QueryClient()
  const { queryKey } = boardQuery()
  queries.setQueryData(queryKey, boardOf(...rows))
  const asked: { orderId: string; answer: (row: FreshRow) => void; fail: (error: Error) => void }[] = []
  const { read } = createFreshRows(
    queries,
    (orderId) => new Promise<FreshRow>((answer, fail) => asked.push({ orderId, answer, fail })),
  )
  const shown = () => queries.getQueryData(queryKey)?.data.map(({ order_id: id, lane }) => `${id} ${lane}`)
  const isStale = () => queries.getQueryState(queryKey)?.isInvalidated
  return { queries, queryKey, read, asked, shown, isStale }
}

test('an order that came is put beside the others, and one that changed in its place', async () => {
  const { read, asked, shown, isStale } = openPage(rowOf('1'), rowOf('2'))
  const done = Promise.all([read('3', 1), read('1', 1)])
  asked[0]?.answer(fresh(rowOf('3')))
  asked[1]?.answer(fresh(rowOf('1', { lane: 'preparing' })))
  await done
  expect(shown()).toEqual(['1 preparing', '2 answer', '3 answer'])
  expect(isStale()).toBe(false)
})

test.each([
  [
    'is closed',
    (each: { answer: (row: FreshRow) => void }) => each.answer(fresh(rowOf('1', { lane: 'closed' }), false)),
  ],
  [
    'was forgotten',
    (each: { fail: (error: Error) => void }) => each.fail(new Failure('order_not_found', 'Not heard of.')),
  ],
])('an order that %s leaves the board', async (_name, tell) => {
  const { read, asked, shown } = openPage(rowOf('1'), rowOf('2'))
  const done = read('1', 1)
  if (asked[0]) tell(asked[0])
  await done
  expect(shown()).toEqual(['2 answer'])
})

test('an order that changes while it is read is read once more, however often it changes', async () => {
  const { read, asked, shown } = openPage(rowOf('1'))
  const done = Promise.all([read('1', 1), read('1', 2), read('1', 3)])
  expect(asked).toHaveLength(1)
  asked[0]?.answer(fresh(rowOf('1')))
  await expect.poll(() => asked.length).toBe(2)
  asked[1]?.answer(fresh(rowOf('1', { lane: 'preparing' })))
  await done
  expect(asked).toHaveLength(2)
  expect(shown()).toEqual(['1 preparing'])
})

test('a change that is in what was being read when it was told of is not asked for again', async () => {
  const { read, asked, shown } = openPage(rowOf('1'))
  const done = Promise.all([read('1', 7), read('1', 8)])
  asked[0]?.answer(fresh(rowOf('1', { lane: 'preparing' }), true, 8))
  await done
  expect([asked.length, shown()]).toEqual([1, ['1 preparing']])
  void read('1', 9)
  expect(asked).toHaveLength(2)
})

test('a row that cannot be read leaves the whole board to be asked for', async () => {
  const { read, asked, isStale } = openPage(rowOf('1'))
  const done = read('1', 1)
  asked[0]?.fail(new Failure('no_contact', 'No answer.'))
  await done
  expect(isStale()).toBe(true)
})

test('nothing is put into a board that is on its way, which may be older: it is asked for again', async () => {
  const { queries, queryKey, read, asked, shown } = openPage(rowOf('1'))
  let answerBoard: (() => void) | undefined
  const fetching = queries.fetchQuery({
    queryKey,
    queryFn: () => new Promise<ReturnType<typeof boardOf>>((answer) => (answerBoard = () => answer(boardOf()))),
  })
  const done = read('1', 1)
  asked[0]?.answer(fresh(rowOf('1', { lane: 'preparing' })))
  await done
  expect(shown()).toEqual(['1 answer'])
  expect(queries.getQueryState(queryKey)?.isInvalidated).toBe(true)
  answerBoard?.()
  await fetching
})

test('many orders that change at once are one question for all of them', async () => {
  const { read, asked, isStale } = openPage()
  const done = Promise.all(Array.from({ length: 30 }, (_, number) => read(String(number), number + 1)))
  expect(asked).toHaveLength(8)
  expect(isStale()).toBe(true)
  for (const { orderId, answer } of asked) answer(fresh(rowOf(orderId)))
  await done
})

/** As `AbortSignal.timeout`, on the test's clock. */
function onTestClock() {
  vi.useFakeTimers()
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const time = new AbortController()
    setTimeout(() => time.abort(new DOMException('It took too long.', 'TimeoutError')), ms)
    return time.signal
  })
  onTestFinished(() => void vi.useRealTimers())
}

test('an order that was read is on the board though a reading of the whole board gets no answer', async () => {
  onTestClock()
  setFeedState({ is: 'live' })
  const queries = createQueryClient()
  const { queryKey } = boardQuery()
  queries.setQueryData(queryKey, { data: [], meta: { version: 1, server_time: '', alarms: [] } })
  onTestFinished(new QueryObserver(queries, boardQuery()).subscribe(() => undefined))
  // One request goes over a line that dies without a word; all others are answered.
  let asks = 0
  vi.stubGlobal('fetch', (_address: string, { signal }: RequestInit) => {
    asks += 1
    if (asks > 1)
      return Promise.resolve(Response.json({ data: [rowOf('1')], meta: { version: 2, server_time: '', alarms: [] } }))
    return new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error)))
  })
  const rows = createFreshRows(queries, async (orderId) => ({ row: rowOf(orderId), isOnBoard: true, version: 2 }))
  void rows.readBoard()
  await vi.advanceTimersByTimeAsync(100)
  void rows.read('1', 2)
  const shown = () => queries.getQueryData(queryKey)?.data.map(({ order_id: id }) => id)
  let seconds = 0
  for (; seconds < 120 && !shown()?.includes('1'); seconds += 1) await vi.advanceTimersByTimeAsync(1000)
  expect(seconds).toBeLessThan(3)
})

test('a row that is older than the board does not come back to it', async () => {
  const queries = createQueryClient()
  const { queryKey } = boardQuery()
  const board = (version: number, ...rows: OrderRow[]) => ({
    data: rows,
    meta: { version, server_time: '', alarms: [] },
  })
  queries.setQueryData(queryKey, board(4, rowOf('1'), rowOf('2')), { updatedAt: 1 })
  const answer = Promise.withResolvers<FreshRow>()
  const rows = createFreshRows(queries, () => answer.promise)
  const read = rows.read('1', 5)
  // Meanwhile the whole board came, and the order had left it.
  queries.setQueryData(queryKey, board(6, rowOf('2')), { updatedAt: 2 })
  answer.resolve(fresh(rowOf('1'), true, 5))
  await read
  expect(queries.getQueryData(queryKey)?.data.map(({ order_id: id }) => id)).toEqual(['2'])
  expect(queries.getQueryState(queryKey)?.dataUpdatedAt).toBe(2)
})

test.each([
  ['stays, though a board of before comes', 1, ['1']],
  ['goes with a board that is as new as it', 2, []],
])('a new order that is shown while the board is on its way %s', async (_what, version, left) => {
  const queries = createQueryClient()
  const { queryKey } = boardQuery()
  queries.setQueryData(queryKey, boardOf())
  onTestFinished(new QueryObserver(queries, { ...boardQuery(), staleTime: Infinity }).subscribe(() => undefined))
  const answers: ((answer: Response) => void)[] = []
  vi.stubGlobal('fetch', () => new Promise<Response>((answer) => answers.push(answer)))
  const rows = createFreshRows(queries, () => Promise.resolve(fresh(rowOf('1'), true, 2)))
  const shown = () => queries.getQueryData(queryKey)?.data.map(({ order_id: id }) => id)
  const updates = () => queries.getQueryState(queryKey)?.dataUpdateCount ?? 0

  void rows.readBoard()
  void rows.read('1', 2)
  await expect.poll(shown).toEqual(['1'])
  const before = updates()
  answers[0]?.(Response.json({ ...boardOf(), meta: { ...boardOf().meta, version } }))
  await expect.poll(updates).toBeGreaterThan(before)
  expect(shown()).toEqual(left)
  // The next one set out after it: what it has is all that there is.
  await expect.poll(() => answers.length).toBe(2)
  answers[1]?.(Response.json(boardOf()))
  await expect.poll(shown).toEqual([])
})

test.each([
  ['an order that changes', ['1']],
  ['orders that change', ['1', '2']],
])('%s while the board is first read leads to it once more: it may have left before', async (_what, told) => {
  const queries = createQueryClient()
  const answers: ((answer: Response) => void)[] = []
  vi.stubGlobal('fetch', () => new Promise<Response>((answer) => answers.push(answer)))
  onTestFinished(new QueryObserver(queries, { ...boardQuery(), staleTime: Infinity }).subscribe(() => undefined))
  const rows = createFreshRows(queries, async (orderId) => fresh(rowOf(orderId), true, 2))
  await expect.poll(() => answers.length).toBe(1)
  const done = Promise.all(told.map((orderId) => rows.read(orderId, 2)))
  await new Promise((resolve) => setTimeout(resolve, 10))
  answers[0]?.(Response.json(boardOf()))
  await expect.poll(() => answers.length).toBe(2)
  answers[1]?.(Response.json(boardOf(...told.map((orderId) => rowOf(orderId)))))
  await done
  expect(queries.getQueryData(boardQuery().queryKey)?.data.map(({ order_id: id }) => id)).toEqual(told)
  expect(answers).toHaveLength(2)
})
