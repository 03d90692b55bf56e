import { expect, test } from 'vitest'
import { people } from '#contract/desk/people.ts'
import { getSession, presence } from '#contract/desk/session.ts'
import { createMemoryStore } from '#server/storage/store-memory.ts'
import { createSimulator } from '#simulator/simulator.ts'
import { createTestClock } from '#testing/clock.ts'
import { createTestDesk, openTestDesk, testToken } from '#testing/desk.ts'
import { createTestSessions } from '#testing/sessions.ts'

const feed = '/api/desk/feed'

/** Reads a stream to its end. */
async function readToEnd(response: Response): Promise<string> {
  return new Response(response.body).text()
}

test('ends the stream of a removed tablet at once', async () => {
  const desk = createTestDesk()
  const other = await desk.admit('Kitchen', 'Omar')
  const [own, cut] = [await desk.ask(feed), await other.ask(feed)]
  const listed = (await (await desk.ask(people.tablets.path)).json()) as { data: { id: string; is_this: boolean }[] }
  const kitchen = listed.data.find(({ is_this: isThis }) => !isThis)
  expect((await desk.ask(`${people.tablets.path}/${kitchen?.id}`, { method: 'DELETE' })).status).toBe(200)
  expect(await readToEnd(cut)).toMatch(/^event: snapshot\n[^]*event: bye\n/)
  expect((await other.ask(feed)).status).toBe(401)
  expect((await other.act('1', 'accept')).status).toBe(401)
  await desk.notify(JSON.stringify({ event: 'order_created', data: { id: '1' } }))
  await desk.clock.advance(1000)
  let received = ''
  for await (const text of own.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    received += text
    if (received.includes('event: order\n')) break
  }
  expect(received).toContain('event: order\n')
})

test('keeps a person signed in by touches, and not by beats without one', async () => {
  const minuteMs = 60_000
  const signedIn = async (isTouched: boolean) => {
    const desk = createTestDesk()
    for (let minute = 0; minute < 60; minute += 5) {
      const body = JSON.stringify({ armed: true, touched: isTouched })
      const headers = { 'Content-Type': 'application/json' }
      expect((await desk.ask(presence.path, { method: 'POST', headers, body })).status).toBe(200)
      await desk.clock.advance(5 * minuteMs)
    }
    return ((await (await desk.ask(getSession.path)).json()) as { staff: unknown }).staff !== null
  }
  expect(await signedIn(true)).toBe(true)
  expect(await signedIn(false)).toBe(false)
})

test('lists a tablet with its state while its page is open', async () => {
  const desk = createTestDesk()
  const kitchen = await desk.admit('Kitchen', 'Omar')
  const states = async () => {
    const { data } = people.tablets.answer.parse(await (await desk.ask(people.tablets.path)).json())
    return Object.fromEntries(data.map(({ name, state }) => [name, state?.armed]))
  }
  const headers = { 'Content-Type': 'application/json' }
  await kitchen.ask(presence.path, { method: 'POST', headers, body: '{"armed":true}' })
  expect(await states()).toEqual({ Counter: undefined, Kitchen: true })
  await desk.clock.advance(75_000)
  expect(await states()).toEqual({ Counter: undefined, Kitchen: undefined })
})

test('signs nobody out while an order waits, and an idle person once it was answered', async () => {
  const clock = createTestClock()
  const responseWindowSeconds = 7200
  const vendor = createSimulator({ clock, token: testToken, responseWindowSeconds })
  const desk = await openTestDesk({ clock, vendor, config: { responseWindowSeconds } })
  const isIn = async () => (await desk.ask('/api/desk/log')).status === 200
  const order = vendor.placeOrder()
  await desk.notify(JSON.stringify({ event: 'order_created', data: { id: order.id } }))
  await desk.clock.advance(60 * 60_000)
  expect((await desk.rows()).map(({ lane }) => lane)).toEqual(['answer'])
  expect(await isIn()).toBe(true)
  expect((await desk.act(order.id, 'accept')).status).toBe(200)
  expect((await desk.rows()).map(({ lane }) => lane)).not.toContain('answer')
  expect(await isIn()).toBe(true)
  await desk.clock.advance(30 * 60_000)
  expect(await isIn()).toBe(false)
})

test('signs nobody out after a restart while an order waits that waited before', async () => {
  const clock = createTestClock()
  const responseWindowSeconds = 7200
  const vendor = createSimulator({ clock, token: testToken, responseWindowSeconds })
  const store = createMemoryStore()
  const { sessions, add, tablet } = createTestSessions({ store, clock })
  await add('Sara', '1234')
  const { device, jar } = await tablet()
  ;(await sessions.signIn(device, 'Sara', '1234')).cookies.forEach(jar.keep)
  const start = async (from: typeof store) => {
    const sender = { cookie: jar.header() }
    const desk = createTestDesk({
      clock,
      vendor,
      store: from,
      config: { responseWindowSeconds },
      who: 'stranger',
      sender,
    })
    await desk.open()
    return desk
  }
  const first = await start(store)
  await first.notify(JSON.stringify({ event: 'order_created', data: { id: vendor.placeOrder().id } }))
  await clock.advance(60 * 60_000)
  const second = await start(first.kill().store)
  expect((await second.ask('/api/desk/log')).status).toBe(200)
})

test('ends the old streams of a tablet that is paired again', async () => {
  const desk = createTestDesk()
  const stream = await desk.ask(feed)
  const { data } = (await (await desk.ask(people.makeCode.path, { method: 'POST' })).json()) as {
    data: { code: string }
  }
  expect((await desk.post(people.enrol.path, { code: data.code, device_name: 'Window' })).status).toBe(200)
  expect(await readToEnd(stream)).toMatch(/event: bye\n/)
})
