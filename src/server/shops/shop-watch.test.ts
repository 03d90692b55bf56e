import { expect, test } from 'vitest'
import type { ShopSummary } from '#contract/desk/shops.ts'
import { createTestClock } from '#testing/clock.ts'
import type { AskDesk, DeskAnswer } from './shop-reader.ts'
import { createShopWatch } from './shop-watch.ts'

const mansour = 'https://mansour.example'
const start = '2026-11-20T12:00:00.000Z'

const summary: ShopSummary = {
  server_time: start,
  waiting: 2,
  waiting_since: '2026-11-20T11:58:00.000Z',
  counters: { there: 1, ringing: 1 },
  printers: [{ name: 'Kitchen', is: 'ready', since: start }],
  alarms: [],
  today: { from: '2026-11-19T21:00:00.000Z', time_zone: 'Asia/Baghdad', orders: 5, missed: 1, sales: null },
}
const ok = (data: unknown = summary): DeskAnswer => ({
  status: 200,
  retryAfter: undefined,
  text: JSON.stringify({ data }),
})
const status = (code: number, retryAfter?: string): DeskAnswer => ({ status: code, retryAfter, text: '' })

/** A watch over desks that answer so; each has a key unless told otherwise. */
function createWatch(answerOf: (url: string) => Promise<DeskAnswer> | DeskAnswer, desks = [mansour]) {
  const clock = createTestClock()
  const keyOf = new Map<string, { readonly key: string | undefined }>(desks.map((url) => [url, { key: `of ${url}` }]))
  const asked: { readonly at: number; readonly desk: string; readonly key: string }[] = []
  const ask: AskDesk = async (url, key) => {
    asked.push({ at: clock.steady(), desk: url.origin, key })
    return answerOf(url.origin)
  }
  const logged: string[] = []
  const watch = createShopWatch({
    clock,
    ask,
    desks,
    log: (event) => logged.push(event),
    keys: { desks: async () => new Set(keyOf.keys()), find: async (url) => keyOf.get(url) },
    onStoreFailure: () => undefined,
  })
  const look = async (url = mansour) => {
    const lines = await watch.look()
    await clock.advance(0)
    return { first: lines.get(url), now: (await watch.look()).get(url) }
  }
  const times = (desk = mansour) => asked.filter((each) => each.desk === desk).map(({ at }) => at - (asked[0]?.at ?? 0))
  return { clock, watch, look, asked, times, keyOf, logged }
}

test('reads a desk when somebody looks', async () => {
  const { look, asked } = createWatch(() => ok())
  const { first, now } = await look()
  expect(first).toMatchObject({ has_key: true, problem: null, summary: null })
  expect(now).toEqual({ has_key: true, problem: null, since: start, summary })
  expect(asked).toMatchObject([{ desk: mansour, key: `of ${mansour}` }])
})

test('reads every 5 seconds for all who look, and for a minute after', async () => {
  const { watch, clock, times } = createWatch(() => ok())
  await Promise.all([watch.look(), watch.look(), watch.look()])
  await clock.advance(12_000)
  expect(times()).toEqual([0, 5000, 10_000])
  await watch.look()
  await clock.advance(600_000)
  expect(times().at(-1)).toBe(70_000)
  await watch.look()
  await clock.advance(0)
  expect(times().at(-1)).toBe(612_000)
})

test('keeps the last line of a desk that no longer answers, and says since when', async () => {
  let answer: () => Promise<DeskAnswer> = async () => ok()
  const { look, clock } = createWatch(() => answer())
  await look()
  answer = () => Promise.reject(new Error('ECONNREFUSED'))
  await clock.advance(30_000)
  expect((await look()).now).toEqual({ has_key: true, problem: 'no_contact', since: start, summary })
  answer = async () => ok()
  await clock.advance(20_000)
  expect((await look()).now).toMatchObject({ problem: null, since: '2026-11-20T12:00:50.000Z' })
})

test('delays nobody else by a desk that is slow', async () => {
  const slow = 'https://slow.example'
  const { look, clock, times } = createWatch(
    (url) => (url === slow ? new Promise(() => undefined) : ok()),
    [slow, mansour],
  )
  await look()
  await clock.advance(10_100)
  expect(times()).toEqual([20, 5020, 10_020])
  expect((await look()).now).toMatchObject({ problem: null, summary: { waiting: 2 } })
  expect((await look(slow)).now).toMatchObject({ problem: 'too_slow', since: start, summary: null })
})

test.each([
  [status(401), 'key_refused'],
  [status(403), 'key_limited'],
  [status(404), 'needs_update'],
  [status(429, '30'), 'busy'],
  [status(503), 'failing'],
  [status(302), 'unreadable'],
  [{ ...ok(), text: '<html>' }, 'unreadable'],
  [{ ...ok(), text: '{"data":' }, 'unreadable'],
  [{ ...ok(), text: '['.repeat(60_000) }, 'unreadable'],
  [ok({ ...summary, waiting: -1 }), 'unreadable'],
  [ok({ ...summary, waiting: '2' }), 'unreadable'],
  [ok({ ...summary, waiting_since: 'yesterday' }), 'unreadable'],
  [ok({ ...summary, server_time: '+275760-09-13T00:00:00Z' }), 'unreadable'],
  [ok({ ...summary, printers: [{ name: 'x'.repeat(5000), is: 'ready', since: start }] }), 'unreadable'],
  [ok({ ...summary, alarms: Array.from({ length: 500 }, () => ({ code: 'x', since: start })) }), 'unreadable'],
  [
    ok({ ...summary, today: { ...summary.today, sales: [{ currency: 'IQD', orders: 1, total: '1e9' }] } }),
    'unreadable',
  ],
  [
    ok({ ...summary, today: { ...summary.today, sales: [{ currency: 'IQD', orders: 1, total: '9'.repeat(50) }] } }),
    'unreadable',
  ],
  [
    ok({ ...summary, today: { ...summary.today, sales: [{ currency: 'I'.repeat(50), orders: 1, total: '9' }] } }),
    'unreadable',
  ],
  [
    ok({ ...summary, today: { ...summary.today, sales: Array(50).fill({ currency: 'IQD', orders: 1, total: '9' }) } }),
    'unreadable',
  ],
] as const)('says what is wrong with an answer: %o', async (answer, problem) => {
  const { look } = createWatch(() => answer)
  expect((await look()).now).toEqual({ has_key: true, problem, since: start, summary: null })
})

test('passes nothing on that a summary does not have', async () => {
  const { look } = createWatch(() => ok({ ...summary, customers: ['Noor'], today: { ...summary.today, by: 'Sara' } }))
  expect((await look()).now?.summary).toEqual(summary)
})

test('moves the times of a desk whose clock is wrong to its own', async () => {
  const hourBehind = (at: string) => at.replace('T12', 'T11').replace('T11:58', 'T10:58')
  const moved = { ...summary, server_time: hourBehind(start), waiting_since: '2026-11-20T10:58:00.000Z' }
  const printers = [{ name: 'Kitchen', is: 'ready', since: hourBehind(start) }]
  const { look } = createWatch(() => ok({ ...moved, printers }))
  expect((await look()).now?.summary).toEqual(summary)
})

test('does not guess on with a key that is refused, and reads at once with a new one', async () => {
  let answer = status(401)
  const { watch, look, clock, times, asked, keyOf } = createWatch(() => answer)
  await look()
  for (let second = 0; second < 120; second += 10) {
    await look()
    await clock.advance(10_000)
  }
  expect(times()).toEqual([0, 60_000, 120_000])
  answer = ok()
  keyOf.set(mansour, { key: 'another' })
  watch.wake(mansour)
  expect((await look()).now).toMatchObject({ problem: null, summary: { waiting: 2 } })
  expect(asked.at(-1)?.key).toBe('another')
})

test('waits as long as a busy desk asks, up to a minute', async () => {
  let answer = status(429, '20')
  const { look, clock, times } = createWatch(() => answer)
  await look()
  await clock.advance(20_000)
  answer = status(429, '3000')
  await clock.advance(25_000)
  await look()
  await clock.advance(60_000)
  expect(times()).toEqual([0, 20_000, 40_000, 100_000])
})

test('asks no desk without a key, or with one that was lost', async () => {
  const { look, keyOf, asked, watch } = createWatch(() => ok())
  keyOf.delete(mansour)
  expect((await look()).now).toEqual({ has_key: false, problem: 'no_key', since: null, summary: null })
  keyOf.set(mansour, { key: undefined })
  watch.wake(mansour)
  expect((await look()).now).toMatchObject({ has_key: true, problem: 'key_lost' })
  expect(asked).toEqual([])
})

test('drops what a removed key has read, also an answer that was on its way', async () => {
  let finish: (answer: DeskAnswer) => void = () => undefined
  const { look, keyOf, watch, clock } = createWatch(() => new Promise((resolve) => (finish = resolve)))
  await look()
  keyOf.delete(mansour)
  watch.wake(mansour)
  finish(ok())
  await clock.advance(0)
  expect((await look()).now).toEqual({ has_key: false, problem: 'no_key', since: null, summary: null })
})

test('begins to read desks one after another', async () => {
  const desks = Array.from({ length: 9 }, (_, number) => `https://s${number}.example`)
  const { watch, clock, asked } = createWatch(() => ok(), desks)
  await watch.look()
  await clock.advance(160)
  expect(asked.map(({ at }) => at - (asked[0]?.at ?? 0))).toEqual([0, 20, 40, 60, 80, 100, 120, 140, 160])
})

test('reads very many desks less often', async () => {
  const desks = Array.from({ length: 200 }, (_, number) => `https://s${number}.example`)
  const { watch, clock, times } = createWatch(() => ok(), desks)
  await watch.look()
  await clock.advance(51_000)
  expect(times('https://s7.example')).toEqual([140, 25_140, 50_140])
})

test('ends with the desk, and logs nothing', async () => {
  const { watch, clock, asked, logged } = createWatch(() => Promise.reject(new Error('no')))
  await watch.look()
  await clock.advance(0)
  watch.close()
  await watch.look()
  await clock.advance(60_000)
  expect(asked).toHaveLength(1)
  expect(logged).toEqual([])
})
