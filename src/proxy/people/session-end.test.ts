import { expect, test } from 'vitest'
import { createMemoryStore } from '#proxy/store/store-memory.ts'
import { StoreUnavailable } from '#proxy/store/store.ts'
import { createTestSessions } from '#testing/sessions.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** Sara, signed in at the counter; `waiting.since` is when orders began to wait. */
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
    isIn: async () => (await sessions.identify(jar.header())).person?.name === 'Sara',
    isTabletIn: async () => (await sessions.identify(jar.header())).device !== null,
    /** Lets time pass in which Sara does something every ten minutes. */
    async work(ms: number) {
      for (let left = ms; left > 0; left -= 10 * minuteMs) {
        await clock.advance(Math.min(left, 10 * minuteMs))
        await sessions.noteUse(jar.header())
      }
    },
  }
}

test('a sign-in lasts a shift of twelve hours, and the tablet stays', async () => {
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

test('a tablet that nobody touches for half an hour is locked, and goes on reading', async () => {
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

test('a clock that is set back by hours puts off the end of a tablet that nobody touches by none', async () => {
  const { clock, work, isIn } = await createShift()
  await work(hourMs)
  clock.set(-3 * hourMs)
  expect(await isIn()).toBe(true)
  await clock.advance(30 * minuteMs - 1)
  expect(await isIn()).toBe(true)
  await clock.advance(1)
  expect(await isIn()).toBe(false)
})

test('what somebody does after the clock was set back counts', async () => {
  const { clock, work, isIn } = await createShift()
  clock.set(-3 * hourMs)
  await work(2 * hourMs)
  await clock.advance(30 * minuteMs - 1)
  expect(await isIn()).toBe(true)
  await clock.advance(1)
  expect(await isIn()).toBe(false)
})

test('no sign-in ends while an order waits that waited before, neither by idleness nor with the shift', async () => {
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

test('an order that comes later unlocks nothing', async () => {
  const { clock, waiting, isIn } = await createShift()
  await clock.advance(30 * minuteMs + 1)
  waiting.since = clock.now()
  expect(await isIn()).toBe(false)
})

test('an order that nobody ever answers does not keep a sign-in for ever', async () => {
  const { clock, waiting, isIn } = await createShift()
  waiting.since = clock.now()
  await clock.advance(24 * hourMs - 1)
  expect(await isIn()).toBe(true)
  await clock.advance(1)
  expect(await isIn()).toBe(false)
})

test('a tablet hears of its end in the last two weeks, where its use cannot be written down', async () => {
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

test('what somebody does is written down once a minute at most', async () => {
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
