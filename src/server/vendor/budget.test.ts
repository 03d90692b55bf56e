import { urgencies, type VendorUrgency } from '#domain/urgency.ts'
import { expect, test } from 'vitest'
import { createTestClock } from '#testing/clock.ts'
import { createBudget } from './budget.ts'

function setUp(limits: { readonly atOnce?: number; readonly perSecond?: number } = {}) {
  const clock = createTestClock()
  const started = clock.now()
  const begun: { name: string; ms: number }[] = []
  let running = 0
  let most = 0
  const budget = createBudget({ clock, atOnce: 5, perSecond: 20, ...limits })

  /** A call that takes that long. */
  const call = (urgency: VendorUrgency, ms = 0, name: string = urgency) =>
    budget.run(urgency, async () => {
      begun.push({ name, ms: clock.now() - started })
      running += 1
      most = Math.max(most, running)
      if (ms > 0) await clock.sleep(ms)
      running -= 1
      return name
    })
  return {
    clock,
    budget,
    call,
    most: () => most,
    names: () => begun.map(({ name }) => name),
    begunBy: (ms: number) => begun.filter((each) => each.ms <= ms).length,
  }
}

test('begins a call at once if there is room, and returns its answer', async () => {
  const { call, begunBy } = setUp()
  const answer = call('list')
  expect(begunBy(0)).toBe(0)
  expect(await answer).toBe('list')
  expect(begunBy(0)).toBe(1)
})

test('runs at most five calls at once', async () => {
  const { clock, call, most, begunBy } = setUp()
  const calls = Array.from({ length: 12 }, () => call('news', 1000))
  await clock.advance(999)
  expect(begunBy(999)).toBe(5)
  await clock.advance(2001)
  await Promise.all(calls)
  expect(most()).toBe(5)
})

test.each([
  { atOnce: 5, slow: ['list', 'list', 'list', 'list', 'watch', 'watch'], begun: ['list', 'list', 'list', 'watch'] },
  { atOnce: 3, slow: ['watch', 'watch', 'watch', 'list'], begun: ['watch', 'watch'] },
] as const)(
  'of $atOnce slots leaves one for new orders while the service is slow with the catalog and polling',
  async ({ atOnce, slow, begun }) => {
    const { clock, call, names } = setUp({ atOnce })
    const calls = slow.map((urgency) => call(urgency, 8000))
    await clock.advance(100)
    expect(names()).toEqual(begun)
    const news = ['one', 'two'].map((name) => call('news', 100, name))
    await clock.advance(200)
    expect(names().slice(begun.length)).toEqual(['one', 'two'])
    await Promise.all(news)
    await clock.advance(24_000)
    await Promise.all(calls)
  },
)

test.each([2, 3, 5])(
  'of %s slots leaves one for polling while the service is slow with the catalog',
  async (atOnce) => {
    const { clock, call, names } = setUp({ atOnce })
    const slow = Array.from({ length: atOnce }, () => call('list', 8000))
    const polled = call('watch', 100, 'watched')
    await clock.advance(100)
    expect(names()).toContain('watched')
    await polled
    await clock.advance(24_000)
    await Promise.all(slow)
  },
)

test('refuses a list in time that may not begin despite a free slot, and begins it when another ends', async () => {
  const { clock, budget, call, names } = setUp({ atOnce: 2 })
  const slow = call('list', 10_000, 'slow')
  const late = budget.run('list', async () => 'never', { waitLimitMs: 8000 }).catch((error: unknown) => error)
  const next = call('list', 0, 'next')
  await clock.advance(8000)
  expect(await late).toMatchObject({ retryAfterMs: 1000 })
  await clock.advance(2000)
  expect(await Promise.all([slow, next])).toEqual(['slow', 'next'])
  expect(names()).toEqual(['slow', 'next'])
})

test('allows a burst of twenty, and then twenty a second', async () => {
  const { clock, call, begunBy } = setUp()
  const calls = Array.from({ length: 100 }, () => call('watch'))
  await clock.advance(5000)
  await Promise.all(calls)
  expect([0, 500, 1000, 2000, 4000].map(begunBy)).toEqual([20, 30, 40, 60, 100])
})

test('allows no larger burst after a quiet time', async () => {
  const { clock, call, begunBy } = setUp()
  await clock.advance(60_000)
  const calls = Array.from({ length: 30 }, () => call('watch'))
  await clock.advance(1000)
  await Promise.all(calls)
  expect(begunBy(60_000)).toBe(20)
})

test('runs calls for people before new orders, polling and the catalog, which gets a turn now and then', async () => {
  const { clock, call, names } = setUp({ atOnce: 1 })
  const calls = [
    call('list', 100, 'first'),
    ...(['list', 'watch', 'news', 'screen', 'list', 'watch', 'screen'] as const).map((urgency) => call(urgency, 100)),
  ]
  await clock.advance(1000)
  await Promise.all(calls)
  expect(names()).toEqual(['first', 'screen', 'screen', 'news', 'list', 'watch', 'watch', 'list'])
})

test('refuses a call that waits too long, with a time to retry, and does not begin it', async () => {
  const { clock, budget, call, names } = setUp({ atOnce: 1 })
  const long = call('watch', 20_000, 'long')
  const late = budget.run('screen', async () => 'never', { waitLimitMs: 8000 }).catch((error: unknown) => error)
  budget.pause('screen', 30_000)
  await clock.advance(8000)
  expect(await late).toMatchObject({ retryAfterMs: 22_000 })
  const inTime = budget.run('screen', async () => 'in time', { waitLimitMs: 60_000 })
  await clock.advance(22_000)
  expect(await inTime).toBe('in time')
  expect(await long).toBe('long')
  expect(names()).toEqual(['long'])
})

test('runs calls of one urgency in order', async () => {
  const { clock, call, names } = setUp({ atOnce: 1 })
  const calls = ['a', 'b', 'c', 'd'].map((name) => call('watch', 10, name))
  await clock.advance(1000)
  await Promise.all(calls)
  expect(names()).toEqual(['a', 'b', 'c', 'd'])
})

test('runs an action without waiting: for slots, the rate, or a pause', async () => {
  const { clock, budget, call, names } = setUp({ atOnce: 1, perSecond: 1 })
  budget.pause('action', 60_000)
  const calls = [call('watch', 10_000), call('list', 10_000)]
  await clock.advance(0)
  for (let tap = 0; tap < 10; tap += 1) expect(await call('action')).toBe('action')
  expect(new Set(names())).toEqual(new Set(['action']))
  await clock.advance(90_000)
  await Promise.all(calls)
})

test('pauses all but actions, and is not shortened by a later pause', async () => {
  const { clock, budget, call, begunBy } = setUp()
  budget.pause('action', 3000)
  budget.pause('action', 1000)
  const calls = [call('screen'), call('watch')]
  await clock.advance(5000)
  await Promise.all(calls)
  expect([2999, 3000].map(begunBy)).toEqual([0, 2])
})

test.each([
  ['action', ['action']],
  ['screen', ['action']],
  ['news', ['action', 'screen']],
  ['watch', ['action', 'screen', 'news']],
  ['list', ['action', 'screen', 'news', 'watch']],
] as const)('pauses calls of %s and less urgent ones, but not of %j', async (told, free) => {
  const { clock, budget, call, names } = setUp()
  budget.pause(told, 30_000)
  const calls = urgencies.map((urgency) => call(urgency))
  await clock.advance(29_999)
  expect(names().toSorted()).toEqual([...free].toSorted())
  await clock.advance(1)
  await Promise.all(calls)
  expect(names()).toHaveLength(urgencies.length)
})

test.each(urgencies.filter((each) => each !== 'news'))(
  'does not pause the first read of a new order for %s',
  async (told) => {
    const { clock, budget, call, names } = setUp()
    budget.pause(told, 30_000)
    const waiting = [call('watch'), call('list')]
    expect(await budget.run('news', async () => 'read', { isFirstRead: true })).toBe('read')
    await clock.advance(30_000)
    await Promise.all(waiting)
    expect(names()).toHaveLength(2)
  },
)

test('pauses the first read of a new order in full for new orders', async () => {
  const { clock, budget, call, begunBy } = setUp()
  budget.pause('news', 30_000)
  const read = budget.run('news', () => call('action', 0, 'read'), { isFirstRead: true })
  await clock.advance(30_000)
  await read
  expect([29_999, 30_000].map(begunBy)).toEqual([0, 1])
})

test('runs a first read before paused calls of its urgency, but within the rate', async () => {
  const { clock, budget, call, names } = setUp({ perSecond: 2 })
  budget.pause('action', 30_000)
  const held = [call('news', 0, 'again'), call('watch')]
  const firsts = ['a', 'b', 'c'].map((name) => budget.run('news', () => call('action', 0, name), { isFirstRead: true }))
  await clock.advance(0)
  expect(names()).toEqual(['a', 'b'])
  await clock.advance(500)
  expect(names()).toEqual(['a', 'b', 'c'])
  await clock.advance(29_500)
  await Promise.all([...held, ...firsts])
  expect(names()).toEqual(['a', 'b', 'c', 'again', 'watch'])
})

test('runs at most five first reads at once', async () => {
  const { clock, budget, call, most } = setUp()
  budget.pause('action', 30_000)
  const reads = Array.from({ length: 12 }, () => budget.run('news', () => call('action', 1000), { isFirstRead: true }))
  await clock.advance(3000)
  await Promise.all(reads)
  expect(most()).toBe(5)
})

test('neither ends a pause nor blocks other calls if the clock is set ahead', async () => {
  const { clock, budget, call, names } = setUp({ perSecond: 1 })
  budget.pause('watch', 60_000)
  const held = call('watch')
  await clock.advance(1000)
  clock.set(3_600_000)
  const calls = [call('screen', 0, 'one'), call('screen', 0, 'two')]
  await clock.advance(58_000)
  expect(names()).toEqual(['one', 'two'])
  await clock.advance(1000)
  await Promise.all([held, ...calls])
  expect(names()).toEqual(['one', 'two', 'watch'])
})

test('shortens a pause of a day to a minute', async () => {
  const { clock, budget, call, begunBy } = setUp()
  budget.pause('watch', 86_400_000)
  const calls = [call('watch')]
  await clock.advance(60_000)
  await Promise.all(calls)
  expect([59_999, 60_000].map(begunBy)).toEqual([0, 1])
})

test('also pauses calls that are already waiting', async () => {
  const { clock, budget, call, begunBy } = setUp({ atOnce: 1 })
  const calls = [call('watch', 100), call('watch')]
  await clock.advance(50)
  budget.pause('watch', 2000)
  await clock.advance(3000)
  await Promise.all(calls)
  expect([2049, 2050].map(begunBy)).toEqual([1, 2])
})

test('frees the slot of a failed call', async () => {
  const { budget, call } = setUp({ atOnce: 1 })
  const failing = budget.run('watch', () => Promise.reject(new Error('No answer.')))
  const next = call('watch')
  await expect(failing).rejects.toThrow('No answer.')
  expect(await next).toBe('watch')
})

test('continues after the clock is set back by an hour', async () => {
  const { clock, call, names } = setUp()
  await call('watch')
  clock.set(-3_600_000)
  const calls = Array.from({ length: 30 }, () => call('watch'))
  await clock.advance(2000)
  expect(names()).toHaveLength(31)
  await Promise.all(calls)
})
