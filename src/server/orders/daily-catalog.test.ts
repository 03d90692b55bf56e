import { expect, test } from 'vitest'
import { StoreUnavailable } from '#server/storage/store.ts'
import { createTestClock } from '#testing/clock.ts'
import { createDailyCatalog } from './daily-catalog.ts'

const hour = 3_600_000

/** A server that may poll open orders, with the number of catalog refreshes requested. */
function setUp(wantDaily = async (): Promise<void> => undefined) {
  const clock = createTestClock()
  const server = { watches: false, wanted: 0 }
  const closing = new AbortController()
  const daily = createDailyCatalog({
    servers: { isWatching: () => server.watches },
    clock,
    log: () => undefined,
    wantDaily() {
      server.wanted += 1
      return wantDaily()
    },
  })
  return { server, clock, closing, daily, running: daily.run(closing.signal) }
}

test('refreshes the catalog only on the polling server, at once when it takes over', async () => {
  const { server, clock, closing, daily, running } = setUp()
  await clock.advance(5 * hour)
  expect(server.wanted).toBe(0)
  server.watches = true
  await daily.look()
  expect(server.wanted).toBe(1)
  await clock.advance(2 * hour)
  expect(server.wanted).toBe(3)
  closing.abort()
  await running
})

test('retries if the catalog is unavailable', async () => {
  const { server, clock, closing } = setUp(() => Promise.reject(new StoreUnavailable('It is away.')))
  server.watches = true
  await clock.advance(3 * hour)
  expect(server.wanted).toBe(3)
  closing.abort()
})
