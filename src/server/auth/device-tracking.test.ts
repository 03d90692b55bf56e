import { expect, test } from 'vitest'
import { createMemoryStore } from '#server/storage/store-memory.ts'
import { StoreUnavailable } from '#server/storage/store.ts'
import { createTestClock } from '#testing/clock.ts'
import { createDeviceTracking } from './device-tracking.ts'

test('cuts a removed tablet within two seconds, and no other, also while the store is away', async () => {
  const clock = createTestClock()
  const store = createMemoryStore()
  const ids = ['counter', 'kitchen']
  for (const id of ids) await store.addDevice({ id, name: id, tokenHash: id, enrolledAt: 0, lastSeenAt: 0 })
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
  ids.forEach(enter)
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
  enter('counter')
  await store.removeDevice('counter')
  await clock.advance(2000)
  expect(gone).toContain('counter')
})
