import { expect, test } from 'vitest'
import { feedHeartbeatMs, type FeedEvent } from '#contract/desk/feed.ts'
import { createTestClock } from '#testing/clock.ts'
import { createTestDesk } from '#testing/desk.ts'
import { createFeed, type Feed } from './feed.ts'
import { feedResponse } from './feed-routes.ts'

const orderEvent = (version: number): FeedEvent => ({
  event: 'order',
  data: { order_id: `order-${version}`, version },
})

function setUp() {
  const clock = createTestClock()
  const store = { version: 7, webhookHeardAt: null as string | null, autoAccept: null as 'now' | null }
  return {
    clock,
    store,
    feed: createFeed({
      clock,
      version: () => store.version,
      webhookHeardAt: () => store.webhookHeardAt,
      autoAccept: () => store.autoAccept,
    }),
  }
}

const openFor = (feed: Feed, tablet: string, signal?: AbortSignal) =>
  feedResponse((line) => feed.open({ id: tablet, role: 'counter' }, line), signal)

function readerOf({ body }: Response) {
  if (!body) throw new Error('A feed has a body.')
  return body.getReader()
}

/** Reads a stream without delay. */
function listen(response: Response) {
  const reader = readerOf(response)
  const received = { text: '', end: undefined as 'ended' | 'broken' | undefined, stop: () => reader.cancel() }
  const decoder = new TextDecoder()
  async function read(): Promise<void> {
    for (;;) {
      const part = await reader.read()
      if (part.done) return
      received.text += decoder.decode(part.value, { stream: true })
    }
  }
  void read().then(
    () => (received.end = 'ended'),
    () => (received.end = 'broken'),
  )
  return received
}

const names = (received: { readonly text: string }) =>
  [...received.text.matchAll(/^event: (.*)$/gm)].map(([, name]) => name)
const count = (text: string, part: string) => text.split(part).length - 1

test('sends headers for an event stream that is neither stored nor buffered', () => {
  const { feed } = setUp()
  const response = openFor(feed, 'a')
  expect(response.status).toBe(200)
  expect(Object.fromEntries(response.headers)).toEqual({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  })
})

test('sends a snapshot first, at once, with version and server time', async () => {
  const { clock, feed } = setUp()
  const received = listen(openFor(feed, 'a'))
  await clock.advance(0)
  expect(received.text).toBe(
    'event: snapshot\ndata: {"version":7,"server_time":"2026-11-20T12:00:00.000Z","webhook_heard_at":null,"auto_accept":null}\n\n',
  )
})

test.each([undefined, '1', '999999', '-1', 'x', '1\u00e9', 'x'.repeat(10_000), '__proto__'])(
  'sends a snapshot whatever the Last-Event-ID is (%s)',
  async (last) => {
    const desk = createTestDesk()
    const headers = last === undefined ? {} : { 'Last-Event-ID': last }
    const received = listen(await desk.ask('/api/desk/feed?last=5&since=x', { headers }))
    await desk.clock.advance(0)
    expect(names(received)).toEqual(['snapshot'])
    await received.stop()
  },
)

test('sends an event once to each stream, as name and JSON', async () => {
  const { clock, feed } = setUp()
  const both = [listen(openFor(feed, 'a')), listen(openFor(feed, 'b'))]
  await clock.advance(0)
  feed.broadcast({ event: 'order', data: { order_id: 'x\ny', version: 8 } })
  feed.broadcast({ event: 'alarm', data: { code: 'webhook_refused' } })
  await clock.advance(0)
  for (const received of both) {
    expect(received.text.split('\n\n').slice(1)).toEqual([
      'event: order\ndata: {"order_id":"x\\ny","version":8}',
      'event: alarm\ndata: {"code":"webhook_refused"}',
      '',
    ])
  }
})

test('sends a heartbeat with the version, the time and the last notification every 10 s', async () => {
  const { clock, store, feed } = setUp()
  const received = listen(openFor(feed, 'a'))
  store.version = 9
  store.webhookHeardAt = '2026-11-20T11:00:00.000Z'
  await clock.advance(feedHeartbeatMs)
  expect(received.text).toContain(
    'event: hb\ndata: {"version":9,"server_time":"2026-11-20T12:00:10.000Z","webhook_heard_at":"2026-11-20T11:00:00.000Z","auto_accept":null}\n\n',
  )
  await clock.advance(5 * feedHeartbeatMs)
  expect(count(received.text, 'event: hb')).toBe(6)
})

test('sends the first heartbeat within 10 s', async () => {
  const { clock, feed } = setUp()
  listen(openFor(feed, 'a'))
  await clock.advance(9_000)
  const received = listen(openFor(feed, 'b'))
  await clock.advance(1_000)
  expect(names(received)).toEqual(['snapshot', 'hb'])
  await clock.advance(10_000)
  expect(names(received)).toEqual(['snapshot', 'hb', 'hb'])
})

test('stops the heartbeat without streams, and restarts a single one', async () => {
  const { clock, feed } = setUp()
  let sleeps = 0
  const counting = createFeed({
    clock: { ...clock, sleep: (...args) => ((sleeps += 1), clock.sleep(...args)) },
    version: () => 0,
    webhookHeardAt: () => null,
    autoAccept: () => null,
  })
  await clock.advance(60_000)
  expect(sleeps).toBe(0)
  for (let round = 0; round < 3; round += 1) {
    const received = listen(openFor(counting, 'a'))
    await clock.advance(1_000)
    await received.stop()
    expect(counting.streams()).toBe(0)
  }
  expect(sleeps).toBe(3)
  await clock.advance(60_000)
  expect(sleeps).toBe(3)
  const received = listen(openFor(counting, 'a'))
  await clock.advance(30_000)
  expect(names(received)).toEqual(['snapshot', 'hb', 'hb', 'hb'])
  feed.close()
})

test('sends the same bytes once to each of a thousand streams', async () => {
  const { clock, feed } = setUp()
  const responses = Array.from({ length: 1_000 }, (_, tablet) => openFor(feed, `tablet ${tablet}`))
  expect(feed.streams()).toBe(1_000)
  const readers = responses.map(readerOf)
  await Promise.all(readers.map((reader) => reader.read()))
  const next = readers.map((reader) => reader.read())
  feed.broadcast(orderEvent(8))
  const told = await Promise.all(next)
  expect(new Set(told.map((part) => part.value)).size).toBe(1)
  expect(new TextDecoder().decode(told[0]?.value)).toBe('event: order\ndata: {"order_id":"order-8","version":8}\n\n')
  const received = readers.map((reader) => reader.read().then((part) => new TextDecoder().decode(part.value)))
  await clock.advance(feedHeartbeatMs)
  for (const text of await Promise.all(received)) expect(text).toMatch(/^event: hb\n/)
})

test('drops a stream that is not read, and continues the others', async () => {
  const { clock, feed } = setUp()
  const unread = openFor(feed, 'asleep')
  const received = listen(openFor(feed, 'awake'))
  await clock.advance(0)
  let told = 0
  while (feed.streams('asleep') > 0 && told < 100_000) {
    feed.broadcast(orderEvent(told))
    told += 1
    await clock.advance(0)
  }
  // It got 64 KiB, no more.
  expect(told).toBeGreaterThan(500)
  expect(told).toBeLessThan(1_500)
  await expect(unread.text()).rejects.toThrow('did not read')
  feed.broadcast(orderEvent(told))
  await clock.advance(0)
  expect(feed.streams()).toBe(1)
  expect(count(received.text, 'event: order')).toBe(told + 1)
  expect(received.end).toBeUndefined()
})

test('drops an unread stream by heartbeats alone', async () => {
  const { clock, feed } = setUp()
  openFor(feed, 'asleep')
  await clock.advance(3 * 60 * 60 * 1000)
  expect(feed.streams()).toBe(0)
})

test('ends a tablet’s oldest stream for its fifth, and no other', async () => {
  const { clock, feed } = setUp()
  const other = listen(openFor(feed, 'b'))
  const own = Array.from({ length: 5 }, () => listen(openFor(feed, 'a')))
  await clock.advance(0)
  expect(own.map((received) => received.end)).toEqual(['ended', undefined, undefined, undefined, undefined])
  expect(own[0]?.text).toMatch(/event: bye\ndata: {"retry_ms":15000}\n\n$/)
  expect(other.end).toBeUndefined()
  expect([feed.streams('a'), feed.streams('b'), feed.streams()]).toEqual([4, 1, 5])
  listen(openFor(feed, 'a'))
  await clock.advance(0)
  expect(own.map((received) => received.end)).toEqual(['ended', 'ended', undefined, undefined, undefined])
})

test('ends all streams of a removed tablet, and no others', async () => {
  const { clock, feed } = setUp()
  const [one, two, other] = [listen(openFor(feed, 'a')), listen(openFor(feed, 'a')), listen(openFor(feed, 'b'))]
  await clock.advance(0)
  feed.cut('a')
  feed.broadcast(orderEvent(8))
  await clock.advance(0)
  expect([one.end, two.end, other.end]).toEqual(['ended', 'ended', undefined])
  expect(one.text).not.toContain('order-8')
  expect(other.text).toContain('order-8')
  expect(feed.streams()).toBe(1)
})

test('sends bye on close, ends every stream and stops the heartbeat', async () => {
  const { clock, feed } = setUp()
  const all = Array.from({ length: 50 }, (_, tablet) => listen(openFor(feed, `tablet ${tablet}`)))
  await clock.advance(0)
  feed.close()
  await clock.advance(0)
  for (const received of all) {
    expect(names(received)).toEqual(['snapshot', 'bye'])
    expect(received.text).toContain('{"retry_ms":1000}')
    expect(received.end).toBe('ended')
  }
  expect(feed.streams()).toBe(0)
  feed.close()
  feed.broadcast(orderEvent(8))
  await clock.advance(60_000)
  expect(all.every((received) => names(received).length === 2)).toBe(true)
})

test('does not wait on close for a stream that is not read', async () => {
  const { clock, feed } = setUp()
  const unread = openFor(feed, 'asleep')
  feed.close()
  expect(feed.streams()).toBe(0)
  await clock.advance(1_000)
  await expect(unread.text()).rejects.toThrow('not read')
})

test('delivers bye to a slow reader within its time', async () => {
  const { clock, feed } = setUp()
  const slow = openFor(feed, 'slow')
  feed.close()
  await clock.advance(500)
  const received = listen(slow)
  await clock.advance(60_000)
  expect(names(received)).toEqual(['snapshot', 'bye'])
  expect(received.end).toBe('ended')
})

test('sends only bye on a stream opened after close', async () => {
  const { feed } = setUp()
  feed.close()
  const response = openFor(feed, 'late')
  expect(await response.text()).toBe('event: bye\ndata: {"retry_ms":1000}\n\n')
  expect(feed.streams()).toBe(0)
})

test('forgets a stream when its request or its stream ends', async () => {
  const { clock, feed } = setUp()
  const request = new AbortController()
  const aborted = listen(openFor(feed, 'a', request.signal))
  const cancelled = listen(openFor(feed, 'a'))
  await clock.advance(0)
  expect(feed.streams()).toBe(2)
  request.abort()
  await clock.advance(0)
  expect([aborted.end, cancelled.end, feed.streams()]).toEqual(['ended', undefined, 1])
  await cancelled.stop()
  expect(feed.streams()).toBe(0)
  feed.broadcast(orderEvent(8))
})

test('opens no stream for an aborted request, and tolerates a second abort', async () => {
  const { feed } = setUp()
  openFor(feed, 'a', AbortSignal.abort())
  expect(feed.streams()).toBe(0)
  const request = new AbortController()
  const response = openFor(feed, 'a', request.signal)
  feed.cut('a')
  request.abort()
  await response.body?.cancel()
  expect(feed.streams()).toBe(0)
})

test('tolerates a request that ends after its stream', async () => {
  const { feed } = setUp()
  const request = new AbortController()
  const errors: unknown[] = []
  const note = (error: unknown) => void errors.push(error)
  process.once('uncaughtException', note)
  await openFor(feed, 'a', request.signal).body?.cancel()
  request.abort()
  await new Promise((resolve) => setImmediate(resolve))
  process.off('uncaughtException', note)
  expect([errors, feed.streams()]).toEqual([[], 0])
})

test('makes tablets reconnect after a clock change, but not after a short jump', async () => {
  const { clock, feed } = setUp()
  const received = listen(openFor(feed, 'a'))
  clock.set(2 * 3_600_000)
  await clock.advance(feedHeartbeatMs)
  clock.set(-2 * 3_600_000)
  await clock.advance(2 * 60_000)
  expect(received.end).toBeUndefined()
  clock.set(-600_000)
  await clock.advance(60_000 + feedHeartbeatMs)
  expect([names(received).at(-1), received.end]).toEqual(['bye', 'ended'])
  const again = listen(openFor(feed, 'a'))
  await clock.advance(feedHeartbeatMs)
  expect([names(again), again.end]).toEqual([['snapshot', 'hb'], undefined])
})

test('sends each role its own events, encoded once, and counters alone what names no role', async () => {
  const { clock, feed, store } = setUp()
  store.webhookHeardAt = '2026-11-20T12:00:00.000Z'
  const roles = ['counter', 'station', 'display', 'display'] as const
  const readers = roles.map((role, at) => readerOf(feedResponse((line) => feed.open({ id: `${at}`, role }, line))))
  const snapshots = await Promise.all(readers.map((reader) => reader.read()))
  const texts = snapshots.map(({ value }) => new TextDecoder().decode(value))
  expect(texts.map((text) => text.includes('webhook_heard_at'))).toEqual([true, false, false, false])
  expect(texts.map((text) => text.includes('auto_accept'))).toEqual([true, false, false, false])
  expect([feed.streams(), feed.streamsOf('display'), feed.streamsOf('display', '2')]).toEqual([4, 2, 1])

  const [counter, station, ...displays] = readers.map((reader) => reader.read())
  feed.broadcast(orderEvent(1))
  feed.broadcast(orderEvent(2), ['station'])
  feed.broadcast(orderEvent(3), ['display'])
  const idIn = async (part: ReturnType<(typeof readers)[number]['read']> | undefined) =>
    /order-\d/.exec(new TextDecoder().decode((await part)?.value))?.[0]
  expect([await idIn(counter), await idIn(station)]).toEqual(['order-1', 'order-2'])
  const [one, other] = await Promise.all(displays)
  expect(one?.value).toBe(other?.value)

  const beats = readers.map((reader) => reader.read().then(({ value }) => new TextDecoder().decode(value)))
  await clock.advance(feedHeartbeatMs)
  const told = await Promise.all(beats)
  expect(told.every((text) => text.startsWith('event: hb'))).toBe(true)
  expect(told.map((text) => text.includes('webhook_heard_at'))).toEqual([true, false, false, false])
})

test('makes the tablets of a role reconnect, and no others', async () => {
  const { feed } = setUp()
  for (const role of ['counter', 'station'] as const) feedResponse((line) => feed.open({ id: role, role }, line))
  feed.renew(['station'])
  expect([feed.streamsOf('counter'), feed.streamsOf('station')]).toEqual([1, 0])
})
