import { expect, test } from 'vitest'
import { feedPath, type FeedEvent } from '#contract/desk/feed.ts'
import { createBrokenFeed, feedFaults } from '#testing/broken-feed.ts'
import { createTestClock, type TestClock } from '#testing/clock.ts'
import { createLiveFeed, type LiveFeedDeps, type Wake } from './live-feed.ts'

/** The largest random number, which makes every wait the longest. */
const unlucky = () => 0.999_999

function setUp(parts: Partial<LiveFeedDeps> = {}) {
  const clock = createTestClock()
  const server = createBrokenFeed(clock)
  const heard: FeedEvent[] = []
  const rousers = new Set<(wake: Wake) => void>()
  const page = { connected: 0 }
  function onEvent(event: FeedEvent): void {
    heard.push(event)
    if (event.event === 'snapshot') page.connected += 1
  }
  const feed = createLiveFeed({
    fetch: server.fetch,
    clock,
    random: unlucky,
    watchWake: (rouse) => {
      rousers.add(rouse)
      return () => rousers.delete(rouse)
    },
    onEvent,
    ...parts,
  })
  return {
    clock,
    server,
    feed,
    page,
    heard,
    wake: (wake: Wake) => rousers.forEach((rouse) => rouse(wake)),
    isWatched: () => rousers.size > 0,
    tellOrder(version: number) {
      server.version = version
      server.feed.broadcast({ event: 'order', data: { order_id: `order-${version}`, version } })
    },
    orders: () => heard.flatMap(({ event, data }) => (event === 'order' ? [data.version] : [])),
  }
}

/** A server that sends these chunks once the page has connected. */
function setUpWith(...texts: readonly string[]) {
  const answers = [...texts]
  return setUp({
    fetch: async (_path, { signal }) => {
      const text = answers.shift()
      if (text === undefined) throw new TypeError('fetch failed')
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          controller.enqueue(new TextEncoder().encode(text))
          signal?.addEventListener('abort', () => controller.error(signal.reason))
        },
      })
      return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } })
    },
  })
}

const event = (name: string, data: object) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`
const snapshot = (version: number) => event('snapshot', { version, server_time: '2026-11-20T12:00:00.000Z' })

/** Seconds between the page's requests, to a tenth. */
const waits = (asked: readonly number[]) =>
  asked.slice(1).map((at, index) => Math.round((at - (asked[index] ?? 0)) / 100) / 10)

async function live(clock: TestClock, feed: ReturnType<typeof createLiveFeed>): Promise<void> {
  feed.start()
  await clock.advance(0)
  expect(feed.state.read()).toEqual({ is: 'live' })
}

test('is lost until the snapshot and live afterwards', async () => {
  const { clock, feed, page, heard } = setUp()
  const states: string[] = []
  feed.state.watch(() => states.push(feed.state.read().is))
  expect(feed.state.read()).toEqual({ is: 'lost', since: clock.now() })
  feed.start()
  expect(feed.state.read().is).toBe('lost')
  await clock.advance(0)
  expect(states).toEqual(['live'])
  expect(heard.map((told) => told.event)).toEqual(['snapshot'])
  expect(page.connected).toBe(1)
})

test('requests an uncached event stream', async () => {
  const asked: unknown[] = []
  const { clock, feed } = setUp({
    fetch: async (path, { signal, ...init }) => {
      asked.push([path, init])
      throw new TypeError(`fetch failed: ${signal?.aborted}`)
    },
  })
  feed.start()
  await clock.advance(0)
  expect(asked).toEqual([[feedPath, { headers: { Accept: 'text/event-stream' }, cache: 'no-store' }]])
})

test('delivers each event once and in order', async () => {
  const { clock, feed, tellOrder: notifyOrder, orders, server, heard } = setUp()
  await live(clock, feed)
  for (let version = 1; version <= 100; version += 1) notifyOrder(version)
  server.feed.broadcast({ event: 'alarm', data: { code: 'disk_full' } })
  await clock.advance(0)
  expect(orders()).toEqual(Array.from({ length: 100 }, (_, index) => index + 1))
  expect(heard.at(-1)).toEqual({ event: 'alarm', data: { code: 'disk_full' } })
})

test('keeps one connection through a quiet day without a loss', async () => {
  const { clock, feed, page, server } = setUp()
  await live(clock, feed)
  await clock.advance(60 * 60 * 1000)
  expect([server.asked.length, page.connected, feed.state.read().is]).toEqual([1, 1, 'live'])
})

for (const fault of feedFaults) {
  for (const chance of [0, unlucky()]) {
    test(`is live again within 30 s of the end of "${fault}", with ${chance} as random number`, async () => {
      for (let seconds = 1; seconds <= 60; seconds += 1) {
        const { clock, server, feed, page, tellOrder: notifyOrder, orders } = setUp({ random: () => chance })
        await live(clock, feed)
        server.break(fault)
        await clock.advance(seconds * 500)
        notifyOrder(1)
        await clock.advance(seconds * 500)
        server.heal()
        const before = page.connected
        await clock.advance(29_000)
        notifyOrder(2)
        await clock.advance(1_000)
        const when = `after ${seconds} s of it`
        expect(page.connected, when).toBeGreaterThan(before)
        expect(orders(), when).toContain(2)
        expect(feed.state.read(), when).toEqual({ is: 'live' })
        // No old connections are left open, because a browser has only six per host.
        expect(server.lines(), when).toBe(1)
        feed.stop()
      }
    })
  }

  test(`a page opened during "${fault}" is live within 30 s of its end`, async () => {
    for (let seconds = 1; seconds <= 60; seconds += 1) {
      const { clock, server, feed, page, tellOrder: notifyOrder, orders } = setUp()
      server.break(fault)
      feed.start()
      await clock.advance(seconds * 1_000)
      server.heal()
      const before = page.connected
      await clock.advance(29_000)
      notifyOrder(1)
      await clock.advance(1_000)
      expect(page.connected, `after ${seconds} s`).toBeGreaterThan(before)
      expect(orders(), `after ${seconds} s`).toContain(1)
      feed.stop()
    }
  })
}

test('retries at most every 15 s through a day of failure and keeps the time of the loss', async () => {
  const { clock, server, feed } = setUp()
  await live(clock, feed)
  const brokenAt = clock.now()
  server.break('502')
  await clock.advance(24 * 60 * 60 * 1000)
  expect(feed.state.read()).toEqual({ is: 'lost', since: brokenAt })
  expect(Math.max(...waits(server.asked))).toBeLessThanOrEqual(15)
  expect(server.asked.length).toBeGreaterThan(5_700)
})

test('backs off from 1 s up to 2, 4, 8 and 15 s and resets after a snapshot', async () => {
  const { clock, server, feed } = setUp()
  server.break('503')
  feed.start()
  await clock.advance(60_000)
  expect(waits(server.asked)).toEqual([2, 4, 8, 15, 15, 15])
  server.heal()
  await clock.advance(15_000)
  expect(feed.state.read().is).toBe('live')
  server.break('reset at once')
  const asked = server.asked.length
  await clock.advance(6_000)
  expect(waits(server.asked.slice(asked))).toEqual([4])

  const lucky = setUp({ random: () => 0 })
  lucky.server.break('503')
  lucky.feed.start()
  await lucky.clock.advance(4_000)
  expect(waits(lucky.server.asked)).toEqual([1, 1, 1, 1])
})

test('reports a loss after 22 s of silence on an open socket', async () => {
  const { clock, server, feed } = setUp()
  await live(clock, feed)
  server.break('frozen with an open socket')
  await clock.advance(21_999)
  expect(feed.state.read().is).toBe('live')
  await clock.advance(1)
  expect(feed.state.read().is).toBe('lost')
})

test('counts bytes without an event as silence', async () => {
  const clock = createTestClock()
  const { feed } = setUp({
    clock,
    fetch: async (_path, { signal }) => {
      const body = new ReadableStream<Uint8Array>({
        async start(controller) {
          controller.enqueue(new TextEncoder().encode(snapshot(1)))
          while (!signal?.aborted) {
            controller.enqueue(new TextEncoder().encode(': ping\n\nevent: other\ndata: {\n\n'))
            await clock.sleep(1_000)
          }
        },
      })
      return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } })
    },
  })
  await live(clock, feed)
  await clock.advance(21_000)
  expect(feed.state.read().is).toBe('live')
  await clock.advance(1_000)
  expect(feed.state.read().is).toBe('lost')
  feed.stop()
  await clock.advance(2_000)
})

for (const wake of ['online', 'visible'] as const) {
  test(`reconnects at once and resets the backoff when the tablet is ${wake} again`, async () => {
    const { clock, server, feed, wake: rouse } = setUp()
    server.break('reset at once')
    feed.start()
    await clock.advance(60_000)
    const asked = server.asked.length
    rouse(wake)
    await clock.advance(0)
    expect(server.asked.length).toBe(asked + 1)
    await clock.advance(2_000)
    expect(server.asked.length).toBe(asked + 2)
    server.heal()
    rouse(wake)
    await clock.advance(0)
    expect(feed.state.read()).toEqual({ is: 'live' })
  })
}

test('reconnects on waking after a sleep longer than a heartbeat', async () => {
  const { clock, server, feed, page, wake } = setUp()
  await live(clock, feed)
  server.break('frozen with an open socket')
  await clock.advance(13_000)
  server.heal()
  expect(feed.state.read().is).toBe('live')
  wake('visible')
  await clock.advance(0)
  expect([server.asked.length, page.connected, feed.state.read().is]).toEqual([2, 2, 'live'])
})

test('keeps a live connection across a page switch and replaces it on a new network', async () => {
  const { clock, server, feed, wake } = setUp()
  await live(clock, feed)
  await clock.advance(9_000)
  wake('visible')
  await clock.advance(0)
  expect(server.asked.length).toBe(1)
  wake('online')
  await clock.advance(0)
  expect([server.asked.length, server.lines(), feed.state.read().is]).toEqual([2, 1, 'live'])
})

test('reports no loss when the browser ends the stream of a page that is left', async () => {
  const { clock, server, feed, wake } = setUp()
  await live(clock, feed)
  const states: string[] = []
  feed.state.watch(() => states.push(feed.state.read().is))
  wake('left')
  server.break('reset in the middle of an event')
  await clock.advance(500)
  expect(states).toEqual([])
})

test('reconnects at once and reports the loss when the page is restored', async () => {
  const { clock, server, feed, page, wake } = setUp()
  await live(clock, feed)
  wake('left')
  server.break('reset in the middle of an event')
  await clock.advance(500)
  server.heal()
  const states: string[] = []
  feed.state.watch(() => states.push(feed.state.read().is))
  wake('visible')
  wake('back')
  await clock.advance(0)
  expect([states, page.connected, server.asked.length]).toEqual([['lost', 'live'], 2, 2])
})

test('reports the loss and its time if the page was not unloaded after all', async () => {
  const { clock, server, feed, wake } = setUp()
  await live(clock, feed)
  const leftAt = clock.now()
  wake('left')
  server.break('reset at once')
  await clock.advance(60_000)
  expect(feed.state.read()).toEqual({ is: 'lost', since: leftAt })
  server.heal()
  await clock.advance(20_000)
  expect(feed.state.read().is).toBe('live')
})

test('starts normally after a stop on a page that was left', async () => {
  const { clock, server, feed, wake } = setUp()
  await live(clock, feed)
  wake('left')
  feed.stop()
  expect(feed.state.read().is).toBe('lost')
  await live(clock, feed)
  server.break('reset at once')
  await clock.advance(30_000)
  expect(feed.state.read().is).toBe('lost')
})

test('waits after a bye for its retry time plus up to 1 s', async () => {
  const { clock, server, feed } = setUp()
  await live(clock, feed)
  server.feed.cut('tablet')
  await clock.advance(0)
  expect(feed.state.read().is).toBe('lost')
  await clock.advance(1_900)
  expect(server.asked.length).toBe(1)
  await clock.advance(100)
  expect([server.asked.length, feed.state.read().is]).toEqual([2, 'live'])
})

test('limits the retry time of a bye to 15 s', async () => {
  const { clock, feed, page } = setUpWith(snapshot(1) + event('bye', { retry_ms: 3e10 }), snapshot(1))
  feed.start()
  await clock.advance(16_000)
  expect(page.connected).toBe(2)
})

test('spreads the reconnects of many pages after a server restart', async () => {
  const clock = createTestClock()
  const server = createBrokenFeed(clock)
  const pages = [0, 1, 2, 3].map((page) => setUp({ clock, fetch: server.fetch, random: () => page / 4 }))
  for (const { feed } of pages) feed.start()
  await clock.advance(0)
  const restartedAt = clock.now()
  server.break('ended cleanly')
  server.heal()
  await clock.advance(2_000)
  expect(server.asked.slice(4).map((at) => at - restartedAt)).toEqual([1_000, 1_250, 1_500, 1_750])
})

for (const garbage of ['{', 'null', '[]', '7', '{"version":"8","order_id":"7"}', '{"version":8}', '']) {
  test(`drops an order event with ${garbage || 'no data'} and reconnects`, async () => {
    const { clock, feed, page, heard } = setUpWith(`${snapshot(7)}event: order\ndata: ${garbage}\n\n`, snapshot(8))
    feed.start()
    await clock.advance(0)
    expect(feed.state.read().is).toBe('lost')
    await clock.advance(2_000)
    expect(page.connected).toBe(2)
    expect(heard.map((told) => told.event)).toEqual(['snapshot', 'snapshot'])
  })
}

for (const [status, type] of [
  [200, 'text/html'],
  [203, 'text/event-stream'],
  [503, 'text/event-stream'],
] as const) {
  test(`rejects an answer ${status} of ${type}`, async () => {
    const { clock, feed, heard } = setUp({
      fetch: async () => new Response(snapshot(1), { status, headers: { 'Content-Type': type } }),
    })
    feed.start()
    await clock.advance(5_000)
    expect(heard).toEqual([])
    expect(feed.state.read().is).toBe('lost')
  })
}

test('ignores an event of a later version', async () => {
  const { clock, feed, heard } = setUpWith(
    `${snapshot(1)}event: weather\ndata: fine\n\ndata: {}\n\n${event('constructor', {})}`,
  )
  await live(clock, feed)
  expect(heard.map((told) => told.event)).toEqual(['snapshot'])
})

test('releases everything on stop and reports nothing afterwards', async () => {
  const { clock, server, feed, heard, isWatched, tellOrder: notifyOrder } = setUp()
  await live(clock, feed)
  expect(isWatched()).toBe(true)
  feed.stop()
  notifyOrder(1)
  await clock.advance(60_000)
  expect(feed.state.read().is).toBe('lost')
  expect([server.asked.length, server.lines(), server.feed.streams()]).toEqual([1, 0, 0])
  expect(heard.length).toBe(1)
  expect(isWatched()).toBe(false)
})

test('ends a wait or a request on stop', async () => {
  for (const fault of ['no answer', '502'] as const) {
    const { clock, server, feed } = setUp()
    server.break(fault)
    feed.start()
    await clock.advance(500)
    feed.stop()
    await clock.advance(60_000)
    expect(server.asked.length, fault).toBe(1)
  }
})

test('has one connection after a second start and after a stop and restart', async () => {
  const { clock, server, feed, page } = setUp()
  feed.start()
  feed.start()
  await clock.advance(0)
  expect([server.asked.length, server.lines()]).toEqual([1, 1])
  feed.stop()
  feed.start()
  feed.stop()
  feed.start()
  await clock.advance(60_000)
  expect([server.lines(), server.feed.streams(), page.connected, feed.state.read().is]).toEqual([1, 1, 2, 'live'])
})

test.each([
  [5000, 6],
  [15_000, 16],
  // A long retry time is limited, so that no tablet stays without orders.
  [600_000, 16],
])('reconnects after a bye of %i ms, plus a random delay', async (retryMs, seconds) => {
  const asked: number[] = []
  const texts = [`${snapshot(1)}${event('bye', { retry_ms: retryMs })}`, snapshot(1)]
  const { clock, feed } = setUp({
    fetch: async () => {
      asked.push(clock.now())
      return new Response(texts.shift() ?? snapshot(1), { headers: { 'Content-Type': 'text/event-stream' } })
    },
  })
  feed.start()
  await clock.advance(17_000)
  feed.stop()
  expect(waits(asked)[0]).toBeCloseTo(seconds, 0)
})
