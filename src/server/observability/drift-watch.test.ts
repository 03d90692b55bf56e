import * as z from 'zod/mini'
import { readDrift, type Drift } from '#contract/desk/deadline.ts'
import { createMemoryStore } from '#server/storage/store-memory.ts'
import { StoreUnavailable } from '#server/storage/store.ts'
import { createSimulator } from '#simulator/simulator.ts'
import { createTestClock } from '#testing/clock.ts'
import { codeOf, openTestDesk, testToken, type TestDesk } from '#testing/desk.ts'
import { expect, test } from 'vitest'
import { createDriftWatch } from './drift-watch.ts'

const minute = 60_000

const driftOf = async ({ ask }: Pick<TestDesk, 'ask'>) =>
  z.parse(readDrift.answer, await (await ask(readDrift.path)).json()).data

test('lists for a manager what the service sends beyond the contract, and shows the order all the same', async () => {
  const clock = createTestClock()
  const vendor = createSimulator({ clock, token: testToken })
  const desk = await openTestDesk({
    clock,
    vendor,
    async fetch(request) {
      const response = await vendor.fetch(request)
      const body = (await response.json()) as { data: Record<string, unknown> }
      const data = { ...body.data, total: '12.50', courier: { name: 'Layla' } }
      return Response.json({ ...body, data }, response)
    },
  })
  const order = await desk.order()
  await desk.clock.advance(minute)
  expect((await desk.rows()).map(({ order_id: id }) => id)).toEqual([order.id])
  const ofOrder = (await driftOf(desk)).filter(({ path }) => path.startsWith('GET /orders/:orderId'))
  const moments = { first_at: '2026-11-20T12:00:00.000Z', last_at: '2026-11-20T12:00:00.000Z' }
  expect(ofOrder).toEqual([
    {
      path: 'GET /orders/:orderId data.total',
      found: 'string',
      expected: 'number',
      count: 1,
      example: '"00.00"',
      ...moments,
    },
    {
      path: 'GET /orders/:orderId data.courier',
      found: 'object',
      expected: 'nothing',
      count: 1,
      example: '{"name":"xxxxx"}',
      ...moments,
    },
  ])
  const next = await openTestDesk(desk.kill())
  expect((await driftOf(next)).filter(({ path }) => path.startsWith('GET /orders/:orderId'))).toEqual(ofOrder)
})

test('shows it to managers only', async () => {
  expect(await codeOf((await openTestDesk({ who: 'stranger' })).ask(readDrift.path))).toBe('401 not_enrolled')
  expect(await codeOf((await openTestDesk({ who: 'tablet' })).ask(readDrift.path))).toBe('403 sign_in_required')
})

test('finds nothing in what a service sends that follows the specification', async () => {
  const desk = await openTestDesk()
  const orders = [await desk.order(), await desk.order('digital'), await desk.order('large')]
  for (const path of ['items', 'categories', 'brands', 'variant-attributes', 'cancel-reasons'])
    expect((await desk.ask(`/api/developer/v1/${path}`)).status).toBe(200)
  expect((await desk.act(orders[0]?.id ?? '', 'accept')).status).toBe(200)
  expect(await driftOf(desk)).toEqual([])
})

function setUp(store = createMemoryStore()) {
  const clock = createTestClock()
  const logged: string[] = []
  const open = () => createDriftWatch({ store, clock, log: (event) => logged.push(event) })
  const tell = (watch: ReturnType<typeof open>, fields: object, about = '') => {
    const body = {
      data: { id: '1', service: 'a', status: { key: 'b' }, total: 1, currency: 'c', created_at: 'd', ...fields },
    }
    watch.note('markOrderReady', about, { text: JSON.stringify(body), body })
  }
  return { store, clock, logged, open, tell }
}

const counts = (drifts: readonly Drift[]) => drifts.map(({ path, count }) => `${path.split('.').at(-1)} ${count}`)

test('counts each answer once that differs from the last of the same request', async () => {
  const { open, tell } = setUp()
  const watch = open()
  tell(watch, { total: '1' })
  tell(watch, { total: '1' })
  tell(watch, { total: '2' })
  tell(watch, { total: '2' }, 'another')
  tell(watch, { currency: 5 })
  expect(counts(await watch.read())).toEqual(['total 3', 'currency 1'])
})

test('adds up what several servers find, and keeps the most frequent 200', async () => {
  const { open, tell, clock } = setUp()
  const [one, two] = [open(), open()]
  tell(one, { total: '1' })
  await clock.advance(minute)
  tell(two, { total: '1' })
  tell(two, { total: '2' })
  await Promise.all([one.save(), two.save()])
  expect(counts(await one.read())).toEqual(['total 3'])
  expect((await two.read())[0]).toMatchObject({
    first_at: '2026-11-20T12:00:00.000Z',
    last_at: '2026-11-20T12:01:00.000Z',
  })
  for (const name of ['a', 'b', 'c']) {
    const fields = Object.fromEntries(Array.from({ length: 90 }, (_, index) => [`${name}${index}`, 1]))
    one.note('listCancelReasons', name, { text: name, body: { data: [], ...fields } })
    await one.save()
  }
  const all = await two.read()
  expect(all).toHaveLength(200)
  expect(counts(all.slice(0, 1))).toEqual(['total 3'])
})

test('saves what every server finds, however many save at once', async () => {
  const { open, tell } = setUp()
  const servers = Array.from({ length: 15 }, () => open())
  for (const server of servers) tell(server, { total: '1' })
  await Promise.all(servers.map(({ save }) => save()))
  expect(counts(await open().read())).toEqual(['total 15'])
})

test('keeps what was found while the store fails, and logs only its own mistakes', async () => {
  const { store, clock, logged, tell } = setUp()
  let isDown = true
  const readSetting: typeof store.readSetting = async (name) => {
    if (isDown) throw new StoreUnavailable('The disk is full.')
    return store.readSetting(name)
  }
  const watch = createDriftWatch({ store: { ...store, readSetting }, clock, log: (event) => logged.push(event) })
  tell(watch, { total: '1' })
  await watch.save()
  isDown = false
  await watch.save()
  expect(counts(await watch.read())).toEqual(['total 1'])
  expect(logged).toEqual([])
  const broken = new Proxy(
    {},
    {
      getOwnPropertyDescriptor: () => {
        throw new Error('A bug.')
      },
    },
  )
  watch.note('markOrderReady', '', { text: 'x', body: broken as { data: unknown } })
  expect(logged).toHaveLength(1)
})
