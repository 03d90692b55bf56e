import { expect, test } from 'vitest'
import { createMemoryStore } from '#server/storage/store-memory.ts'
import { createTestClock } from '#testing/clock.ts'
import { codeOf, createBreakableStore, createTestDesk, openTestDesk, read, type TestDesk } from '#testing/desk.ts'

const station = '/api/desk/station-settings'
const display = '/api/desk/display-settings'
const put = (desk: Pick<TestDesk, 'post'>, path: string, body: unknown) => desk.post(path, body, 'PUT')

const usualStation = { amber_minutes: 10, target_minutes: 15 }
const usualDisplay = {
  shop_name: '',
  languages: ['en', 'ar', 'fr'],
  speaks: false,
  ready_minutes: 30,
  service_name: '',
}

test('begins with what suits most shops', async () => {
  const desk = createTestDesk()
  expect(await read(desk.ask(station))).toEqual({ http: 200, body: { data: usualStation } })
  expect(await read(desk.ask(display))).toEqual({ http: 200, body: { data: usualDisplay } })
})

test('saves what a manager sets, keeps the rest, and logs it', async () => {
  const desk = createTestDesk()
  const one = { ...usualStation, target_minutes: 20 }
  expect(await read(put(desk, station, { target_minutes: 20, other: 1 }))).toEqual({ http: 200, body: { data: one } })
  expect(await read(desk.ask(station))).toEqual({ http: 200, body: { data: one } })
  const two = { ...usualDisplay, shop_name: 'Corner  Shop', languages: ['ar', 'en'], speaks: true, ready_minutes: 5 }
  const saved = { ...two, shop_name: 'Corner Shop' }
  expect(await read(put(desk, display, two))).toEqual({ http: 200, body: { data: saved } })
  await put(desk, display, { shop_name: ' ' })
  expect(await read(desk.ask(display))).toEqual({ http: 200, body: { data: { ...saved, shop_name: '' } } })
  const { data } = (await (await desk.ask('/api/desk/log')).json()) as { data: { what: string }[] }
  expect(data.map(({ what }) => what)).toEqual(['change display', 'change display', 'change station'])
})

test.each([
  [station, { amber_minutes: 0 }, 'amber_minutes is a whole number of minutes from 1 to 240.'],
  [station, { target_minutes: 241 }, 'target_minutes is a whole number of minutes from 1 to 240.'],
  [station, { target_minutes: 12.5 }, 'target_minutes is a whole number of minutes from 1 to 240.'],
  [station, { target_minutes: '12' }, 'target_minutes is a whole number of minutes from 1 to 240.'],
  [station, { amber_minutes: 16 }, 'amber_minutes is no more than target_minutes.'],
  [station, { target_minutes: 9 }, 'amber_minutes is no more than target_minutes.'],
  [station, undefined, 'The body is an object.'],
  [display, { shop_name: 'x'.repeat(61) }, 'shop_name is a text of at most 60 characters.'],
  [display, { shop_name: null }, 'shop_name is a text of at most 60 characters.'],
  [display, { languages: [] }, 'languages is a list of en, ar, fr, each once, at least one.'],
  [display, { languages: ['en', 'en'] }, 'languages is a list of en, ar, fr, each once, at least one.'],
  [display, { languages: ['en', 'de'] }, 'languages is a list of en, ar, fr, each once, at least one.'],
  [display, { speaks: 'yes' }, 'speaks is true or false.'],
  [display, { ready_minutes: -1 }, 'ready_minutes is a whole number of minutes from 1 to 240.'],
])('%s refuses %j', async (path, body, message) => {
  const desk = createTestDesk()
  expect(await read(put(desk, path, body))).toEqual({
    http: 422,
    body: { status: 'error', code: 'bad_setting', message },
  })
  expect((await read(desk.ask(path))).body).toEqual({ data: path === station ? usualStation : usualDisplay })
})

test('is for managers to change', async () => {
  const desk = createTestDesk()
  const omar = await desk.admit('Kitchen', 'Omar')
  expect(await codeOf(put(omar, station, usualStation))).toBe('403 manager_required')
  expect(await codeOf(put(omar, display, usualDisplay))).toBe('403 manager_required')
  expect((await omar.ask(station)).status).toBe(200)
})

test('makes every page read anew after a change, also at another server', async () => {
  const clock = createTestClock()
  const store = createMemoryStore(clock)
  const one = await openTestDesk({ clock, store })
  const two = createTestDesk({ clock, store, vendor: one.vendor })
  await two.open()
  const [here, there] = [await one.listen(), await two.listen()]
  const isOver = (events: typeof here) => events.some(({ event }) => event === 'bye')
  await put(one, station, { target_minutes: 30 })
  await clock.advance(1)
  expect([isOver(here), isOver(there)]).toEqual([true, false])
  await clock.advance(2500)
  expect(isOver(there)).toBe(true)
  expect(await read(two.ask(station))).toMatchObject({ body: { data: { target_minutes: 30 } } })
})

test('a read after the start renews nothing', async () => {
  const first = await openTestDesk()
  await put(first, station, { target_minutes: 30 })
  const next = createTestDesk(first.kill())
  await next.open()
  const events = await next.listen()
  await next.ask(station)
  await next.clock.advance(1)
  expect(events.map(({ event }) => event)).toEqual(['snapshot'])
})

test('tells the shop’s name by the service, from the newest order that has one', async () => {
  const desk = await openTestDesk()
  const placed = await desk.order()
  const { order } = await desk.row(placed.id)
  const { name } = (order as { vendor: { name: string } }).vendor // the simulator's
  const told = async () => ((await (await desk.ask(display)).json()) as { data: { service_name: string } }).data
  expect(await told()).toMatchObject({ shop_name: '', service_name: name })
  desk.vendor.orders.move(placed, 'completed')
  await desk.clock.advance(120_000)
  expect(await desk.rows()).toEqual([])
  expect(await told()).toMatchObject({ service_name: name })
})

test('what another version stored does no harm', async () => {
  const store = createMemoryStore()
  await store.saveSetting('station', { target_minutes: 'soon' }, 0)
  await store.saveSetting('display', { speaks: true, colour: 'red' }, 0)
  const desk = createTestDesk({ store })
  expect((await read(desk.ask(station))).body).toEqual({ data: usualStation })
  expect((await read(desk.ask(display))).body).toEqual({ data: { ...usualDisplay, speaks: true } })
})

test.each([
  [station, 'station', usualStation, { target_minutes: -5 }],
  [station, 'station', usualStation, { amber_minutes: 90 }],
  [display, 'display', usualDisplay, { languages: [] }],
  [display, 'display', usualDisplay, { languages: ['en', 'en'] }],
  [display, 'display', usualDisplay, { ready_minutes: 0 }],
])('answers %s with the usual settings if what is stored is not allowed', async (path, name, usual, value) => {
  const store = createMemoryStore()
  await store.saveSetting(name, value, 0)
  const desk = createTestDesk({ store })
  expect((await read(desk.ask(path))).body).toEqual({ data: usual })
})

test('refuses what cannot be saved', async () => {
  const store = createBreakableStore()
  const desk = createTestDesk({ store })
  await desk.ask(station)
  store.isDown = true
  expect(await codeOf(put(desk, station, { target_minutes: 30 }))).toBe('503 store_unavailable')
  store.isDown = false
  expect((await read(desk.ask(station))).body).toEqual({ data: usualStation })
})
