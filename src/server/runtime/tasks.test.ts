import { createDeviceTracking } from '#server/auth/devices.ts'
import { createMemoryCatalogCache } from '#server/catalog/catalog-cache.ts'
import { createCatalog } from '#server/catalog/catalog.ts'
import { createAlarms } from '#server/feed/alarms.ts'
import { runMaintenance } from '#server/maintenance.ts'
import { createAlerts } from '#server/alerts/alerts.ts'
import { nobodyOutside } from '#server/alerts/outside.ts'
import { createSilenceWatch } from '#server/observability/silence-watch.ts'
import { createInbox } from '#server/orders/inbox.ts'
import { createOrderPoller } from '#server/orders/order-poller.ts'
import { createOrderReader } from '#server/orders/order-reader.ts'
import { createCluster } from '#server/storage/cluster.ts'
import { createMemoryStore } from '#server/storage/store-memory.ts'
import type { Vendor } from '#server/vendor/vendor.ts'
import { createTestClock, type TestClock } from '#testing/clock.ts'
import type { Log } from './bug.ts'
import { noMetrics } from './metrics.ts'
import { TimedOut, unlessLate, withTimeLimit } from './tasks.ts'
import { expect, test } from 'vitest'

// Background loops continue after a bug.

interface Here {
  readonly clock: TestClock
  readonly log: Log
  readonly closing: AbortSignal
  /** The work of a loop's step: the first time it throws. */
  readonly step: () => void
}

const hour = 60 * 60 * 1000
const vendor: Vendor = { call: () => Promise.reject(new Error('It is not asked.')) }
const alarmsOf = (clock: TestClock) =>
  createAlarms({ clock, emit: () => undefined, peers: () => [], log: () => undefined })

/** One of several servers; `at` is where its bug is. */
async function startServer({ clock, log, closing, step }: Here, at: 'beat' | 'word' | 'last beats'): Promise<unknown> {
  const { shared } = createMemoryStore(clock)
  const server = createCluster({ shared, clock, log, randomBytes: (size) => new Uint8Array(size) })
  let isOpen = false
  const callbacks = {
    report: () => {
      if (at === 'last beats' && closing.aborted) step()
      return { isAnybodyThere: false, tablets: [] }
    },
    onBeat: () => void (at === 'beat' && isOpen && step()),
    onPeerChange: async () => void (at === 'word' && step()),
    onStoreFailure: (error: unknown) => {
      throw error
    },
  }
  await server.open(callbacks, closing)
  isOpen = true
  await clock.sleep(100 * hour, closing)
  if (at === 'last beats') await clock.sleep(hour)
  return server.leave()
}

const loops: Readonly<Record<string, (here: Here) => Promise<unknown>>> = {
  watch({ clock, log, closing, step }) {
    const [store, alarms] = [createMemoryStore(), alarmsOf(clock)]
    const inbox = createInbox({
      store,
      clock,
      endsAfterMs: () => 300_000,
      emit: () => undefined,
    })
    const orders = createOrderReader(vendor, clock, () => undefined)
    const servers = { isPolling: () => (step(), true) }
    return createOrderPoller({ inbox, orders, alarms, servers, clock, log, random: () => 0.5, readsAtOnce: 4 }).run(
      closing,
    )
  },
  housekeeping: ({ clock, log, closing, step }) =>
    runMaintenance(
      {
        store: createMemoryStore(),
        clock,
        alarms: alarmsOf(clock),
        mode: 'live',
        log,
        freeBytes: () => (step(), Promise.resolve(1e12)),
      },
      closing,
    ),
  alerts: ({ clock, log, closing, step }) =>
    createAlerts({
      clock,
      log,
      outside: { ...nobodyOutside },
      store: createMemoryStore(),
      metrics: noMetrics,
      randomBytes: (size) => new Uint8Array(size),
      sha256: (text) => text,
      publicOrigin: 'https://desk.test',
      subscribe: () => undefined,
      inbox: { open: () => (step(), []), peek: () => undefined, find: async () => undefined },
      presence: { isAnybodyThere: () => true },
      alarms: alarmsOf(clock),
      cluster: { sendsAlerts: () => true },
      times: { waitsSince: () => 0, respondBy: () => 300_000 },
      onStoreFailure: () => undefined,
    }).run(closing),
  silence: ({ clock, log, closing, step }) =>
    createSilenceWatch({
      clock,
      log,
      store: { receivedBetween: async () => [] },
      servers: { isPolling: () => (step(), true) },
      alarms: alarmsOf(clock),
    }).run(closing),
  catalog({ clock, log, closing, step }) {
    const cache = { ...createMemoryCatalogCache(), categories: async () => (step(), []) }
    return createCatalog({ vendor, clock, log, random: () => 0.5 }, cache).run(closing)
  },
  beat: (here) => startServer(here, 'beat'),
  'word of neighbours': (here) => startServer(here, 'word'),
  async 'last beats'(here) {
    const closing = new AbortController()
    const ended = startServer({ ...here, closing: closing.signal }, 'last beats')
    await here.clock.advance(0)
    closing.abort()
    return ended
  },
  async 'tablets that left'({ clock, log, step }) {
    let isAnyoneHere = true
    const store = { devices: async () => (step(), []) }
    createDeviceTracking({ store, clock, log, emit: () => undefined, isAnyoneHere: () => isAnyoneHere })({
      id: 'counter',
      name: 'Counter',
      role: 'counter',
      categoryIds: null,
    })
    await clock.sleep(hour)
    isAnyoneHere = false
  },
}

test.each(Object.entries(loops))('%s continues after a bug, and logs it', async (name, start) => {
  const clock = createTestClock()
  const logged: unknown[] = []
  const closing = new AbortController()
  let steps = 0
  const step = () => {
    steps += 1
    if (steps === 1) throw new TypeError('Mr Salim')
  }
  const log: Log = (event, fields, level) => logged.push({ event, ...fields, level })
  let isOver = false
  const running = start({ clock, log, closing: closing.signal, step }).then(() => (isOver = true))
  await clock.advance(2 * hour)
  expect(steps).toBeGreaterThan(1)
  const bugs = logged.filter((line) => JSON.stringify(line).includes('failed'))
  expect(bugs).toEqual([{ event: 'failed', where: name, error: 'TypeError', stack: expect.any(Array), level: 'error' }])
  closing.abort()
  await clock.advance(0)
  expect(isOver, 'it ends at once').toBe(true)
  await running
})

test('pauses between the bugs of a loop, and ends at once', async () => {
  const clock = createTestClock()
  const closing = new AbortController()
  let steps = 0
  const freeBytes = () => {
    steps += 1
    throw new TypeError('each time')
  }
  const parts = { store: createMemoryStore(), clock, alarms: alarmsOf(clock), mode: 'live', freeBytes } as const
  const running = runMaintenance({ ...parts, log: () => undefined }, closing.signal)
  await clock.advance(hour)
  expect(steps).toBe(61)
  closing.abort()
  await running
})

test('returns a result in time, and never aborts its signal', async () => {
  const clock = createTestClock()
  let given: AbortSignal | undefined
  const result = withTimeLimit(clock, 100, async (signal) => {
    given = signal
    await clock.sleep(99)
    return 'there'
  })
  await clock.advance(99)
  expect(await result).toBe('there')
  await clock.advance(1000)
  expect(given?.aborted).toBe(false)
})

test('throws a failure in time', async () => {
  const failing = withTimeLimit(createTestClock(), 100, () => Promise.reject(new Error('refused')))
  await expect(failing).rejects.toThrow('refused')
})

test('does not wait for work that never ends', async () => {
  const clock = createTestClock()
  const error = withTimeLimit(clock, 100, () => new Promise(() => undefined)).catch((caught: unknown) => caught)
  await clock.advance(100)
  expect(await error).toBeInstanceOf(TimedOut)
})

test('returns late for optional work after the time is up, else its result', async () => {
  const clock = createTestClock()
  const late = unlessLate(clock, 100, () => new Promise(() => undefined))
  await clock.advance(100)
  expect(await late).toBe('late')
  expect(await unlessLate(clock, 100, () => Promise.resolve('there'))).toBe('there')
  await expect(unlessLate(clock, 100, () => Promise.reject(new Error('refused')))).rejects.toThrow('refused')
})

/** Aborted work with its own outcome. */
async function cutOff(onAbort: (resolve: (text: string) => void, reject: (error: Error) => void) => void) {
  const clock = createTestClock()
  const work = (signal: AbortSignal) =>
    new Promise<string>((resolve, reject) => {
      signal.addEventListener('abort', () => onAbort(resolve, reject))
    })
  const error = withTimeLimit(clock, 100, work).catch((caught: unknown) => caught)
  await clock.advance(100)
  return error
}

test('ignores a result after the time is up', async () => {
  expect(await cutOff((resolve) => resolve('there'))).toBeInstanceOf(TimedOut)
})

test('uses the progress that aborted work reports as the cause', async () => {
  const farAs = new Error('the head was there')
  expect(await cutOff((_resolve, reject) => reject(farAs))).toMatchObject({ cause: farAs })
  expect(await cutOff(() => undefined)).toMatchObject({ cause: undefined })
})
