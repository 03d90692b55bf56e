import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { createCookieJar } from '#server/auth/cookies.ts'
import { createTestClock } from '#testing/clock.ts'
import { openTestDesk, testToken } from '#testing/desk.ts'
import { createTestSessions } from '#testing/sessions.ts'
import { createSimulator } from '#simulator/simulator.ts'
import { createMemoryStore } from './store-memory.ts'

// Two machines whose clocks differ: one dates what the other judges.

const second = 1000
const minute = 60 * second

/** Two servers over one store, the second with a wrong clock, used by one tablet with Sara on it. */
async function openTwo(wrongByMs: number) {
  const clock = createTestClock()
  const vendor = createSimulator({ clock, token: testToken })
  const store = createMemoryStore(clock)
  const { sessions, add } = createTestSessions({ store, clock, sha256 })
  await add('Sara', '1234', true)
  const cookie = createCookieJar(await sessions.admit('Counter', 'Sara')).header() ?? ''
  const open = async (now: () => number) => {
    const desk = await openTestDesk({ clock: { ...clock, now }, vendor, store, who: 'stranger', sender: { cookie } })
    return desk
  }
  return { clock, vendor, one: await open(clock.now), two: await open(() => clock.now() + wrongByMs) }
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64url')
const wrongClocks = [
  ['40 minutes ahead', 40 * minute],
  ['20 minutes behind', -20 * minute],
] as const

test.each(wrongClocks)('keeps a person signed in at a server that is %s, and no longer', async (_, wrongByMs) => {
  const { clock, one, two } = await openTwo(wrongByMs)
  const isThere = async (server: typeof one) => {
    const { staff } = (await (await server.ask('/api/desk/session')).json()) as { staff: unknown }
    return staff !== null
  }
  expect([await isThere(one), await isThere(two)]).toEqual([true, true])
  await clock.advance(29 * minute)
  expect([await isThere(one), await isThere(two)]).toEqual([true, true])
  await clock.advance(minute)
  expect([await isThere(one), await isThere(two)]).toEqual([false, false])
})

test.each(wrongClocks)('accepts a code for ten minutes at a server that is %s', async (_, wrongByMs) => {
  const { clock, one, two } = await openTwo(wrongByMs)
  const code = async () =>
    ((await (await one.post('/api/desk/enrolment-codes', {})).json()) as { data: { code: string } }).data.code
  const [first, other] = [await code(), await code()]
  await clock.advance(9 * minute)
  expect((await two.post('/api/desk/enrolment', { code: first, device_name: 'Window' })).status).toBe(200)
  await clock.advance(minute)
  expect((await two.post('/api/desk/enrolment', { code: other, device_name: 'Hall' })).status).toBe(400)
})

test.each(wrongClocks)('prolongs no lockout after wrong PINs at a server that is %s', async (_, wrongByMs) => {
  const { clock, one, two } = await openTwo(wrongByMs)
  const signIn = async (server: typeof one, pin: string) =>
    (await server.post('/api/desk/session', { name: 'Sara', pin })).status
  for (const pin of ['0000', '1111', '2222']) expect(await signIn(two, pin)).toBe(401)
  expect([await signIn(one, '1234'), await signIn(two, '1234')]).toEqual([429, 429])
  await clock.advance(2 * second)
  expect(await signIn(one, '1234')).toBe(200)
})

test.each(wrongClocks)('reports the same time and the same deadline at a server that is %s', async (_, wrongByMs) => {
  const { clock, vendor, one, two } = await openTwo(wrongByMs)
  const order = vendor.placeOrder()
  await two.notify(JSON.stringify({ order_id: order.id }))
  await clock.advance(10 * second)
  const seenAt = async (server: typeof one) => {
    const { data, meta } = (await (await server.ask('/api/desk/orders')).json()) as {
      data: { respond_by: string; received_at: string; lane: string }[]
      meta: { server_time: string }
    }
    return {
      rows: data.map(({ respond_by, received_at, lane }) => [respond_by, received_at, lane]),
      meta: meta.server_time,
    }
  }
  const [here, there] = [await seenAt(one), await seenAt(two)]
  expect(there).toEqual(here)
  expect(here).toMatchObject({ meta: new Date(clock.now()).toISOString() })
})
