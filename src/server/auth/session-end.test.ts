import { expect, test } from 'vitest'
import { createMemoryStore } from '#server/storage/store-memory.ts'
import { StoreUnavailable } from '#server/storage/store.ts'
import { createTestClock } from '#testing/clock.ts'
import { createTestSessions } from '#testing/sessions.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** Signs Sara in at the counter; `waiting.since` is when orders began to wait. */
async function createShift() {
  const waiting: { since: number | undefined } = { since: undefined }
  const house = createTestSessions({ waitingSince: () => waiting.since })
  await house.add('Sara', '1234')
  const { device, jar } = await house.tablet()
  ;(await house.sessions.signIn(device, 'Sara', '1234')).cookies.forEach(jar.keep)
  const { clock, sessions } = house
  return {
    ...house,
    waiting,
    jar,
    device,
    isIn: async () => (await sessions.identify(jar.header())).person?.name === 'Sara',
    isTabletIn: async () => (await sessions.identify(jar.header())).device !== null,
    /** Advances time while Sara does something every ten minutes. */
    async work(ms: number) {
      for (let left = ms; left > 0; left -= 10 * minuteMs) {
        await clock.advance(Math.min(left, 10 * minuteMs))
        await sessions.noteUse(jar.header())
      }
    },
  }
}

test('ends a sign-in after a shift of twelve hours, and keeps the tablet', async () => {
  const { clock, work, isIn, isTabletIn, sessions, jar } = await createShift()
  await work(12 * hourMs - minuteMs)
  expect(await isIn()).toBe(true)
  await clock.advance(minuteMs)
  expect(await isIn()).toBe(false)
  expect(await isTabletIn()).toBe(true)
  expect((await sessions.identify(jar.header())).clearCookies).toEqual([
    expect.stringMatching(/^desk_person=; Max-Age=0;/),
  ])
})

test('locks a tablet that is idle for half an hour, and lets it read', async () => {
  const { clock, work, isIn, isTabletIn, sessions, jar } = await createShift()
  await work(hourMs)
  await clock.advance(30 * minuteMs - 1)
  expect(await isIn()).toBe(true)
  await clock.advance(1)
  expect(await isIn()).toBe(false)
  expect(await isTabletIn()).toBe(true)
  await sessions.noteUse(jar.header())
  expect(await isIn(), 'a touch does not open what is locked').toBe(false)
})

test('does not extend an idle sign-in if the clock is set back by hours', async () => {
  const { clock, work, isIn } = await createShift()
  await work(hourMs)
  clock.set(-3 * hourMs)
  expect(await isIn()).toBe(true)
  await clock.advance(30 * minuteMs - 1)
  expect(await isIn()).toBe(true)
  await clock.advance(1)
  expect(await isIn()).toBe(false)
})

test('counts use after the clock was set back', async () => {
  const { clock, work, isIn } = await createShift()
  clock.set(-3 * hourMs)
  await work(2 * hourMs)
  await clock.advance(30 * minuteMs - 1)
  expect(await isIn()).toBe(true)
  await clock.advance(1)
  expect(await isIn()).toBe(false)
})

test.each([2 * hourMs, -2 * hourMs, 2 * 365 * dayMs])(
  'signs nobody out and clears no cookie for a jump by %i ms that lasts a second',
  async (byMs) => {
    const { clock, sessions, jar, device } = await createShift()
    clock.set(byMs)
    for (const look of [sessions.identify, sessions.recognize]) {
      expect(await look(jar.header())).toMatchObject({ device, clearCookies: [] })
    }
    await clock.advance(1000)
    clock.set(-byMs)
    expect(await sessions.identify(jar.header())).toMatchObject({ device, person: { name: 'Sara' } })
  },
)

test.each([2 * hourMs, 13 * hourMs, -3 * hourMs, 40 * dayMs])(
  'ends a sign-in by elapsed time although the clock is set by %i ms and stays there',
  async (byMs) => {
    const { clock, work, isIn, isTabletIn } = await createShift()
    await work(hourMs)
    clock.set(byMs)
    await clock.advance(30 * minuteMs - 1)
    expect(await isIn()).toBe(true)
    await clock.advance(1)
    expect(await isIn()).toBe(false)
    expect(await isTabletIn()).toBe(true)
    const other = await createShift()
    other.clock.set(byMs)
    await other.work(12 * hourMs - minuteMs)
    expect(await other.isIn()).toBe(true)
    await other.clock.advance(minuteMs)
    expect(await other.isIn()).toBe(false)
  },
)

test('refuses sign-ins that seem over at a start with a wrong clock, and clears no cookie for it', async () => {
  const { clock, jar, device, store } = await createShift()
  const again = createTestSessions({ store, clock: createTestClock(clock.now() + 2 * hourMs) })
  const seen = await again.sessions.identify(jar.header())
  expect(seen).toMatchObject({ device, person: null, clearCookies: [] })
  again.clock.set(-2 * hourMs)
  await again.clock.advance(2 * minuteMs)
  expect(await again.sessions.identify(jar.header())).toMatchObject({ person: { name: 'Sara' } })
})

test('continues a sign-in across a restart by the wall clock, with the time corrected after a jump', async () => {
  const { clock, work, isIn, jar, store } = await createShift()
  await work(hourMs)
  clock.set(2 * hourMs)
  await clock.advance(10 * minuteMs)
  expect(await isIn()).toBe(true)
  const again = createTestSessions({ store, clock: createTestClock(clock.now()) })
  const isStillIn = async () => (await again.sessions.identify(jar.header())).person !== null
  await again.clock.advance(20 * minuteMs - 1)
  expect(await isStillIn()).toBe(true)
  await again.clock.advance(1)
  expect(await isStillIn()).toBe(false)
})

test('ends no sign-in at one server that another knows because its own clock was set', async () => {
  const { clock, isIn, jar, store } = await createShift()
  const other = createTestSessions({ store, clock: createTestClock(clock.now()) })
  expect(await other.sessions.identify(jar.header())).toMatchObject({ person: { name: 'Sara' } })
  clock.set(2 * hourMs)
  await clock.advance(10 * minuteMs)
  await other.clock.advance(10 * minuteMs)
  for (let turn = 0; turn < 3; turn += 1) {
    expect(await isIn()).toBe(true)
    expect(await other.sessions.identify(jar.header())).toMatchObject({ person: { name: 'Sara' } })
  }
})

test('ends no sign-in, by idleness or shift, while an order waits that waited before', async () => {
  const { clock, waiting, isIn } = await createShift()
  waiting.since = clock.now() + 29 * minuteMs
  await clock.advance(50 * minuteMs)
  expect(await isIn()).toBe(true)
  waiting.since = undefined
  expect(await isIn()).toBe(false)
  const late = await createShift()
  await late.work(12 * hourMs - minuteMs)
  late.waiting.since = late.clock.now()
  await late.work(hourMs)
  expect(await late.isIn()).toBe(true)
  late.waiting.since = undefined
  expect(await late.isIn()).toBe(false)
})

test('unlocks nothing by a later order', async () => {
  const { clock, waiting, isIn } = await createShift()
  await clock.advance(30 * minuteMs + 1)
  waiting.since = clock.now()
  expect(await isIn()).toBe(false)
})

test('does not extend a sign-in forever for an order that is never answered', async () => {
  const { clock, waiting, isIn } = await createShift()
  waiting.since = clock.now()
  await clock.advance(24 * hourMs - 1)
  expect(await isIn()).toBe(true)
  await clock.advance(1)
  expect(await isIn()).toBe(false)
})

test('tells a tablet when its pairing ends, in the last two weeks, if its use cannot be stored', async () => {
  const store = createMemoryStore()
  let isDown = false
  const touchDevice: typeof store.touchDevice = async (...given) => {
    if (isDown) throw new StoreUnavailable()
    return store.touchDevice(...given)
  }
  const { sessions, clock, tablet } = createTestSessions({ store: { ...store, touchDevice } })
  const { jar } = await tablet()
  const endsAt = async () => (await sessions.identify(jar.header())).endsAt
  await clock.advance(20 * dayMs)
  expect(await endsAt(), 'it slides with use').toBeUndefined()
  const end = clock.now() + 30 * dayMs
  isDown = true
  await clock.advance(16 * dayMs - 1)
  expect(await endsAt()).toBeUndefined()
  await clock.advance(1)
  expect(await endsAt()).toBe(end)
  isDown = false
  expect(await endsAt()).toBeUndefined()
})

test('stores use once a minute at most', async () => {
  const store = createMemoryStore()
  let touched = 0
  const touchSignIn: typeof store.touchSignIn = async (...given) => {
    touched += 1
    return store.touchSignIn(...given)
  }
  const { sessions, clock, tablet, add } = createTestSessions({ store: { ...store, touchSignIn } })
  await add('Sara', '1234')
  const { device, jar } = await tablet()
  ;(await sessions.signIn(device, 'Sara', '1234')).cookies.forEach(jar.keep)
  for (let second = 0; second < 125; second += 5) {
    await sessions.noteUse(jar.header())
    await clock.advance(5000)
  }
  expect(touched).toBe(2)
})
