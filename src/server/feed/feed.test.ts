import { expect, test } from 'vitest'
import { feedHeartbeatMs, type FeedEvent } from '#contract/desk/feed.ts'
import { createTestClock } from '#testing/clock.ts'
import { createTestDesk } from '#testing/desk.ts'
import { createFeed, type Feed } from './feed.ts'
import { feedResponse } from './feed-response.ts'

const orderEvent = (version: number): FeedEvent => ({
  event: 'order',
  data: { order_id: `order-${version}`, version },
})

function setUp() {
  const clock = createTestClock()
  const store = { version: 7 }
  return { clock, store, feed: createFeed({ clock, version: () => store.version }) }
}

const openFor = (feed: Feed, tablet: string, signal?: AbortSignal) =>
  feedResponse((line) => feed.open(tablet, line), signal)

function readerOf({ body }: Response) {
  if (!body) throw new Error('A feed has a body.')
  return body.getReader()
}

/** Reads a stream as fast as it comes. */
function listen(response: Response) {
  const reader = readerOf(response)
  const heard = { text: '', end: undefined as 'ended' | 'broken' | undefined, stop: () => reader.cancel() }
  const decoder = new TextDecoder()
  async function read(): Promise<void> {
    for (;;) {
      const part = await reader.read()
      if (part.done) return
      heard.text += decoder.decode(part.value, { stream: true })
    }
  }
  void read().then(
    () => (heard.end = 'ended'),
    () => (heard.end = 'broken'),
  )
  return heard
}

const names = (heard: { readonly text: string }) => [...heard.text.matchAll(/^event: (.*)$/gm)].map(([, name]) => name)
const count = (text: string, part: string) => text.split(part).length - 1

test('a stream is told what it is: events, not to be stored, not to be held back by nginx', () => {
  const { feed } = setUp()
  const response = openFor(feed, 'a')
  expect(response.status).toBe(200)
  expect(Object.fromEntries(response.headers)).toEqual({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  })
})

test('the first thing said is a snapshot, at once, with version and server time', async () => {
  const { clock, feed } = setUp()
  const heard = listen(openFor(feed, 'a'))
  await clock.advance(0)
  expect(heard.text).toBe('event: snapshot\ndata: {"version":7,"server_time":"2026-11-20T12:00:00.000Z"}\n\n')
})

test.each([undefined, '1', '999999', '-1', 'x', '1\u00e9', 'x'.repeat(10_000), '__proto__'])(
  'whatever a tablet says that it has heard last (%s), it is told all anew',
  async (last) => {
    const desk = createTestDesk()
    const headers = last === undefined ? {} : { 'Last-Event-ID': last }
    const heard = listen(await desk.ask('/api/desk/feed?last=5&since=x', { headers }))
    await desk.clock.advance(0)
    expect(names(heard)).toEqual(['snapshot'])
    await heard.stop()
  },
)

test('an event is told once to each stream, as its name and its JSON', async () => {
  const { clock, feed } = setUp()
  const both = [listen(openFor(feed, 'a')), listen(openFor(feed, 'b'))]
  await clock.advance(0)
  feed.tell({ event: 'order', data: { order_id: 'x\ny', version: 8 } })
  feed.tell({ event: 'alarm', data: { code: 'webhook_refused' } })
  await clock.advance(0)
  for (const heard of both) {
    expect(heard.text.split('\n\n').slice(1)).toEqual([
      'event: order\ndata: {"order_id":"x\\ny","version":8}',
      'event: alarm\ndata: {"code":"webhook_refused"}',
      '',
    ])
  }
})

test('a heartbeat with the version and the time of now comes every 10 s', async () => {
  const { clock, store, feed } = setUp()
  const heard = listen(openFor(feed, 'a'))
  store.version = 9
  await clock.advance(feedHeartbeatMs)
  expect(heard.text).toContain('event: hb\ndata: {"version":9,"server_time":"2026-11-20T12:00:10.000Z"}\n\n')
  await clock.advance(5 * feedHeartbeatMs)
  expect(count(heard.text, 'event: hb')).toBe(6)
})

test('a stream that comes between two heartbeats is not kept waiting longer than 10 s', async () => {
  const { clock, feed } = setUp()
  listen(openFor(feed, 'a'))
  await clock.advance(9_000)
  const heard = listen(openFor(feed, 'b'))
  await clock.advance(1_000)
  expect(names(heard)).toEqual(['snapshot', 'hb'])
  await clock.advance(10_000)
  expect(names(heard)).toEqual(['snapshot', 'hb', 'hb'])
})

test('nothing ticks while nobody listens, and one heartbeat does for whoever comes back', async () => {
  const { clock, feed } = setUp()
  let sleeps = 0
  const counting = createFeed({
    clock: { ...clock, sleep: (...args) => ((sleeps += 1), clock.sleep(...args)) },
    version: () => 0,
  })
  await clock.advance(60_000)
  expect(sleeps).toBe(0)
  for (let round = 0; round < 3; round += 1) {
    const heard = listen(openFor(counting, 'a'))
    await clock.advance(1_000)
    await heard.stop()
    expect(counting.streams()).toBe(0)
  }
  expect(sleeps).toBe(3)
  await clock.advance(60_000)
  expect(sleeps).toBe(3)
  const heard = listen(openFor(counting, 'a'))
  await clock.advance(30_000)
  expect(names(heard)).toEqual(['snapshot', 'hb', 'hb', 'hb'])
  feed.close()
})

test('a thousand streams are each told once, with one and the same bytes', async () => {
  const { clock, feed } = setUp()
  const responses = Array.from({ length: 1_000 }, (_, tablet) => openFor(feed, `tablet ${tablet}`))
  expect(feed.streams()).toBe(1_000)
  const readers = responses.map(readerOf)
  await Promise.all(readers.map((reader) => reader.read()))
  const next = readers.map((reader) => reader.read())
  feed.tell(orderEvent(8))
  const told = await Promise.all(next)
  expect(new Set(told.map((part) => part.value)).size).toBe(1)
  expect(new TextDecoder().decode(told[0]?.value)).toBe('event: order\ndata: {"order_id":"order-8","version":8}\n\n')
  const heard = readers.map((reader) => reader.read().then((part) => new TextDecoder().decode(part.value)))
  await clock.advance(feedHeartbeatMs)
  for (const text of await Promise.all(heard)) expect(text).toMatch(/^event: hb\n/)
})

test('a reader that does not read is cut and forgotten, and the others go on', async () => {
  const { clock, feed } = setUp()
  const unread = openFor(feed, 'asleep')
  const heard = listen(openFor(feed, 'awake'))
  await clock.advance(0)
  let told = 0
  while (feed.streams('asleep') > 0 && told < 100_000) {
    feed.tell(orderEvent(told))
    told += 1
    await clock.advance(0)
  }
  // It was given 64 KiB, no more.
  expect(told).toBeGreaterThan(500)
  expect(told).toBeLessThan(1_500)
  await expect(unread.text()).rejects.toThrow('did not read')
  feed.tell(orderEvent(told))
  await clock.advance(0)
  expect(feed.streams()).toBe(1)
  expect(count(heard.text, 'event: order')).toBe(told + 1)
  expect(heard.end).toBeUndefined()
})

test('a reader that nobody reads is cut by the heartbeats alone, in the end', async () => {
  const { clock, feed } = setUp()
  openFor(feed, 'asleep')
  await clock.advance(3 * 60 * 60 * 1000)
  expect(feed.streams()).toBe(0)
})

test('a fifth stream of a tablet ends its oldest with a good-bye, and no other', async () => {
  const { clock, feed } = setUp()
  const other = listen(openFor(feed, 'b'))
  const own = Array.from({ length: 5 }, () => listen(openFor(feed, 'a')))
  await clock.advance(0)
  expect(own.map((heard) => heard.end)).toEqual(['ended', undefined, undefined, undefined, undefined])
  expect(own[0]?.text).toMatch(/event: bye\ndata: {"retry_ms":15000}\n\n$/)
  expect(other.end).toBeUndefined()
  expect([feed.streams('a'), feed.streams('b'), feed.streams()]).toEqual([4, 1, 5])
  listen(openFor(feed, 'a'))
  await clock.advance(0)
  expect(own.map((heard) => heard.end)).toEqual(['ended', 'ended', undefined, undefined, undefined])
})

test('a tablet that is cut loses all its streams, and no other tablet does', async () => {
  const { clock, feed } = setUp()
  const [one, two, other] = [listen(openFor(feed, 'a')), listen(openFor(feed, 'a')), listen(openFor(feed, 'b'))]
  await clock.advance(0)
  feed.cut('a')
  feed.tell(orderEvent(8))
  await clock.advance(0)
  expect([one.end, two.end, other.end]).toEqual(['ended', 'ended', undefined])
  expect(one.text).not.toContain('order-8')
  expect(other.text).toContain('order-8')
  expect(feed.streams()).toBe(1)
})

test('a close says good-bye to all, ends every stream and stops the heartbeat', async () => {
  const { clock, feed } = setUp()
  const all = Array.from({ length: 50 }, (_, tablet) => listen(openFor(feed, `tablet ${tablet}`)))
  await clock.advance(0)
  feed.close()
  await clock.advance(0)
  for (const heard of all) {
    expect(names(heard)).toEqual(['snapshot', 'bye'])
    expect(heard.text).toContain('{"retry_ms":1000}')
    expect(heard.end).toBe('ended')
  }
  expect(feed.streams()).toBe(0)
  feed.close()
  feed.tell(orderEvent(8))
  await clock.advance(60_000)
  expect(all.every((heard) => names(heard).length === 2)).toBe(true)
})

test('a close does not wait for a reader that does not read', async () => {
  const { clock, feed } = setUp()
  const unread = openFor(feed, 'asleep')
  feed.close()
  expect(feed.streams()).toBe(0)
  await clock.advance(1_000)
  await expect(unread.text()).rejects.toThrow('not read')
})

test('who reads its good-bye late, but in time, has all of it', async () => {
  const { clock, feed } = setUp()
  const slow = openFor(feed, 'slow')
  feed.close()
  await clock.advance(500)
  const heard = listen(slow)
  await clock.advance(60_000)
  expect(names(heard)).toEqual(['snapshot', 'bye'])
  expect(heard.end).toBe('ended')
})

test('after the close a new stream is a good-bye and nothing else', async () => {
  const { feed } = setUp()
  feed.close()
  const response = openFor(feed, 'late')
  expect(await response.text()).toBe('event: bye\ndata: {"retry_ms":1000}\n\n')
  expect(feed.streams()).toBe(0)
})

test('a tablet that goes is forgotten: by its request’s end, or by its stream’s', async () => {
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
  feed.tell(orderEvent(8))
})

test('a request that ended before its stream began leaves none, and one may end twice', async () => {
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

test('a stream that nobody reads any more is no matter to a request that ends after it', async () => {
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

test('where the clock was set, tablets are sent away to read all anew; a short jump sends nobody away', async () => {
  const { clock, feed } = setUp()
  const heard = listen(openFor(feed, 'a'))
  clock.set(2 * 3_600_000)
  await clock.advance(feedHeartbeatMs)
  clock.set(-2 * 3_600_000)
  await clock.advance(2 * 60_000)
  expect(heard.end).toBeUndefined()
  clock.set(-600_000)
  await clock.advance(60_000 + feedHeartbeatMs)
  expect([names(heard).at(-1), heard.end]).toEqual(['bye', 'ended'])
  const again = listen(openFor(feed, 'a'))
  await clock.advance(feedHeartbeatMs)
  expect([names(again), again.end]).toEqual([['snapshot', 'hb'], undefined])
})
