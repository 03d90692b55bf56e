import { expect, test } from 'vitest'
import { createMemoryStore } from '#server/storage/store-memory.ts'
import { wrongKeyLimit } from '#server/storage/tries.ts'
import { createTestClock } from '#testing/clock.ts'
import { createWrongKeyCount } from './wrong-keys.ts'

/** Servers with one store and one clock, and how often the store was asked. */
function startServers() {
  const [store, clock] = [createMemoryStore(), createTestClock()]
  let asked = 0
  const beginTry: typeof store.beginTry = (limits, now) => {
    asked += 1
    return store.beginTry(limits, now)
  }
  const limit = wrongKeyLimit('key', '192.0.2.7')
  return {
    clock,
    asked: () => asked,
    startServer() {
      const count = createWrongKeyCount({ store: { beginTry }, clock })
      return async (times: number) => {
        const answers = []
        for (let done = 0; done < times; done += 1) answers.push(await count(limit))
        return answers
      }
    },
  }
}

test('asks the store no more while it refuses', async () => {
  const { clock, asked, startServer } = startServers()
  const count = startServer()
  expect(await count(20)).toEqual(Array.from({ length: 20 }, () => undefined))
  await clock.advance(1000)
  expect([await count(1), asked()]).toEqual([[599_000], 21])
  await clock.advance(98_000)
  expect([(await count(500)).at(-1), asked()]).toEqual([501_000, 21])
  await clock.advance(501_000)
  expect([await count(1), asked()]).toEqual([[undefined], 22])
})

test('refuses after a restart, and at every other server', async () => {
  const { asked, startServer } = startServers()
  await startServer()(15)
  expect((await startServer()(6)).at(-1)).toBe(600_000)
  const count = startServer()
  expect([await count(100), asked()]).toEqual([Array.from({ length: 100 }, () => 600_000), 22])
})

test('refuses no longer because the clock was set back', async () => {
  const { clock, startServer } = startServers()
  const count = startServer()
  await count(21)
  clock.set(-3_600_000)
  await clock.advance(600_000)
  expect(await count(1)).toEqual([undefined])
})
