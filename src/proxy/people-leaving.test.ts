import { expect, test } from 'vitest'
import { createTestClock } from '#testing/clock.ts'
import { cutRemovedTablets } from './people-leaving.ts'
import { createMemoryStore } from './store-memory.ts'
import { StoreUnavailable } from './store.ts'

test('a tablet that is removed is cut within two seconds, and no other is, not even while the store is away', async () => {
  const clock = createTestClock()
  const store = createMemoryStore()
  for (const id of ['counter', 'kitchen'])
    await store.addDevice({ id, name: id, tokenHash: id, enrolledAt: 0, lastSeenAt: 0 })
  let isAway = false
  const devices = async () => {
    if (isAway) throw new StoreUnavailable()
    return store.devices()
  }
  const gone = new Set<string>()
  const closing = new AbortController()
  const watching = cutRemovedTablets({ store: { devices }, clock, cut: (id) => gone.add(id) }, closing.signal)
  await clock.advance(5000)
  expect(gone).toEqual(new Set())
  isAway = true
  await clock.advance(5000)
  expect(gone).toEqual(new Set())
  isAway = false
  await store.removeDevice('kitchen')
  await clock.advance(2000)
  expect(gone).toEqual(new Set(['kitchen']))
  closing.abort()
  await watching
})
