import type { Emit } from '#server/events/bus.ts'
import { createMemoryStore } from '#server/storage/store-memory.ts'
import { type Device, type Store, StoreUnavailable } from '#server/storage/store.ts'
import { createTestClock } from '#testing/clock.ts'
import { createTestSessions } from '#testing/sessions.ts'
import { createDeviceTracking } from './devices.ts'
import { expect, test, vi } from 'vitest'

const at = { person: 'Sara', tablet: 'Office' }

/** One tablet, and how often it was looked up. */
async function oneTablet(kept: Store = createMemoryStore()) {
  const store = { ...kept, findDevice: vi.fn<Store['findDevice']>(kept.findDevice) }
  const { sessions, clock, tablet } = createTestSessions({ store })
  const { device, jar } = await tablet()
  const recognize = async () => (await sessions.recognize(jar.header())).device
  const identify = async () => (await sessions.identify(jar.header())).device
  return { store, sessions, clock, device, recognize, identify }
}

test('looks up a reading tablet once a second', async () => {
  const { store, clock, device, recognize } = await oneTablet()
  for (let ms = 0; ms < 2000; ms += 250) {
    expect(await recognize()).toMatchObject(device)
    await clock.advance(250)
  }
  expect(store.findDevice).toHaveBeenCalledTimes(2)
})

test('looks up an acting tablet each time', async () => {
  const { store, device, recognize, identify } = await oneTablet()
  await recognize()
  for (let each = 0; each < 3; each += 1) expect(await identify()).toMatchObject(device)
  expect(store.findDevice).toHaveBeenCalledTimes(4)
})

test('looks up a stranger each time, so that it is paired at once', async () => {
  const { store, sessions } = await oneTablet()
  const stranger = `desk_device=${'x'.repeat(43)}`
  for (let each = 0; each < 3; each += 1) expect((await sessions.recognize(stranger)).device).toBeNull()
  expect(store.findDevice).toHaveBeenCalledTimes(3)
})

test('refuses a tablet removed here at once', async () => {
  const { sessions, device, recognize } = await oneTablet()
  expect(await recognize()).toMatchObject(device)
  expect(await sessions.cutOff(device.id, at)).toBe(true)
  expect(await recognize()).toBeNull()
})

test('uses a tablet’s new name at once if it is renamed here', async () => {
  const { sessions, device, recognize } = await oneTablet()
  expect(await recognize()).toMatchObject(device)
  expect(await sessions.rename(device.id, ' Kitchen  2 ', at)).toBe('Kitchen 2')
  expect(await recognize()).toMatchObject({ ...device, name: 'Kitchen 2' })
})

test('lets a tablet removed by `desk` read for less than a second, and not act', async () => {
  const { store, clock, device, recognize, identify } = await oneTablet()
  expect(await recognize()).toMatchObject(device)
  await store.removeDevice(device.id)
  await clock.advance(999)
  expect(await recognize()).toMatchObject(device)
  await clock.advance(1)
  expect(await recognize()).toBeNull()
  expect(await identify()).toBeNull()
})

test('refuses reads too once an action found the tablet removed', async () => {
  const { store, device, recognize, identify } = await oneTablet()
  expect(await recognize()).toMatchObject(device)
  await store.removeDevice(device.id)
  expect(await identify()).toBeNull()
  expect(await recognize()).toBeNull()
})

test('does not cache a lookup during a removal', async () => {
  const { store, sessions, device, recognize } = await oneTablet()
  const [looked] = await store.devices()
  let answer = (): void => undefined
  const isAnswered = new Promise<void>((resolve) => (answer = resolve))
  store.findDevice.mockImplementationOnce(async () => isAnswered.then(() => looked))
  const underWay = recognize()
  await vi.waitFor(() => expect(store.findDevice).toHaveBeenCalled())
  await sessions.cutOff(device.id, at)
  answer()
  expect(await underWay).toMatchObject(device)
  expect(await recognize()).toBeNull()
})

test('records a tablet’s presence once a minute, and not for each request', async () => {
  const kept = createMemoryStore()
  const touchDevice = vi.fn<Store['touchDevice']>(kept.touchDevice)
  const { clock, recognize } = await oneTablet({ ...kept, touchDevice })
  await clock.advance(59_500)
  await recognize()
  await clock.advance(500)
  for (let each = 0; each < 3; each += 1) await recognize()
  expect(touchDevice).toHaveBeenCalledTimes(1)
})

test('caches nothing for servers that share a store', async () => {
  const { store, device, recognize } = await oneTablet(createMemoryStore(createTestClock()))
  expect(await recognize()).toMatchObject(device)
  await store.removeDevice(device.id)
  expect(await recognize()).toBeNull()
})

const deviceNamed = (id: string): Device => ({
  id,
  name: id,
  tokenHash: id,
  enrolledAt: 0,
  lastSeenAt: 0,
  role: 'counter',
  categoryIds: null,
})

test('follows a tablet whose role another process changes within two seconds, once', async () => {
  const clock = createTestClock()
  const store = createMemoryStore()
  const [bar, kitchen] = [deviceNamed('bar'), deviceNamed('kitchen')]
  for (const device of [bar, kitchen]) await store.addDevice(device)
  const events: unknown[] = []
  let stationsChanged = 0
  const emit: Emit = (event) => {
    if (event.type === 'stations-changed') stationsChanged += 1
    else events.push(event)
  }
  const enter = createDeviceTracking({ store, clock, log: () => undefined, emit, isAnyoneHere: () => true })
  enter(bar)
  enter(kitchen)
  await clock.advance(2000)
  expect(events).toEqual([])
  await store.changeDevice('kitchen', { role: 'station' })
  await clock.advance(1000)
  expect(events).toEqual([{ type: 'device-changed', deviceId: 'kitchen' }])
  await clock.advance(5000)
  expect(events).toHaveLength(1)
  await store.changeDevice('kitchen', { categoryIds: ['7'] })
  await clock.advance(1000)
  expect(events).toHaveLength(2)
  // A stream that was opened for its earlier role meanwhile: it cuts the others, and is cut by the next look.
  enter(kitchen)
  expect(events).toHaveLength(3)
  await clock.advance(1000)
  expect(events).toHaveLength(4)
  expect(stationsChanged, 'once for the role, once for the categories').toBe(2)
})

test('cuts the streams of a tablet’s earlier role when it opens one for its new role', async () => {
  const store = createMemoryStore()
  const kitchen = deviceNamed('kitchen')
  await store.addDevice(kitchen)
  const events: unknown[] = []
  const enter = createDeviceTracking({
    store,
    clock: createTestClock(),
    log: () => undefined,
    emit: (event) => events.push(event),
    isAnyoneHere: () => true,
  })
  enter(kitchen)
  enter(kitchen)
  expect(events).toEqual([])
  // Changed by another process, and opened before the next look.
  enter({ ...kitchen, role: 'display' })
  expect(events).toEqual([{ type: 'device-changed', deviceId: 'kitchen' }])
})

test('cuts a removed tablet within two seconds, and no other, also while the store is away', async () => {
  const clock = createTestClock()
  const store = createMemoryStore()
  const [counter, kitchen] = [deviceNamed('counter'), deviceNamed('kitchen')]
  for (const device of [counter, kitchen]) await store.addDevice(device)
  let isAway = false
  let isAnyoneHere = true
  let looks = 0
  const devices = async () => {
    looks += 1
    if (isAway) throw new StoreUnavailable()
    return store.devices()
  }
  const gone = new Set<string>()
  const enter = createDeviceTracking({
    store: { devices },
    clock,
    log: () => undefined,
    emit: (event) => 'deviceId' in event && gone.add(event.deviceId),
    isAnyoneHere: () => isAnyoneHere,
  })
  enter(counter)
  enter(kitchen)
  await clock.advance(5000)
  expect(gone).toEqual(new Set())
  isAway = true
  await clock.advance(5000)
  expect(gone).toEqual(new Set())
  isAway = false
  await store.removeDevice('kitchen')
  await clock.advance(2000)
  expect(gone).toEqual(new Set(['kitchen']))

  isAnyoneHere = false
  await clock.advance(2000)
  const before = looks
  await clock.advance(10_000)
  expect(looks, 'nobody is looked after while nobody is here').toBe(before)

  isAnyoneHere = true
  enter(counter)
  await store.removeDevice('counter')
  await clock.advance(2000)
  expect(gone).toContain('counter')
})
