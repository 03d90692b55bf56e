import { expect, test } from 'vitest'
import { createDatabaseClock } from './store-peers.ts'

function setUp() {
  let passed = 0
  const there = { ahead: 5_000_000, answersAfterMs: 0 }
  const clock = createDatabaseClock(() => passed)
  return {
    clock,
    there,
    pass: (ms: number) => (passed += ms),
    /** Looks; the answer takes the same time both ways. */
    look: () =>
      clock.look(async () => {
        passed += there.answersAfterMs / 2
        const time = passed + there.ahead
        passed += there.answersAfterMs / 2
        return time
      }),
    wrongBy: () => clock.now() - (passed + there.ahead),
  }
}

test('follows the database’s clock, and advances between two looks', async () => {
  const { look, pass, wrongBy, there } = setUp()
  there.answersAfterMs = 40
  await look()
  expect(wrongBy()).toBe(0)
  pass(60_000)
  expect(wrongBy()).toBe(0)
})

test('follows a database whose clock was set, and ignores slow answers', async () => {
  const { clock, look, wrongBy, there, pass } = setUp()
  await look()
  there.ahead -= 600_000
  await look()
  expect(wrongBy()).toBe(0)
  // Suspended between request and answer, so its time is unknown.
  await clock.look(async () => {
    pass(4000)
    return 7
  })
  expect(wrongBy()).toBe(0)
})

test('does not go back after a slightly slower answer', async () => {
  const { clock, look, pass } = setUp()
  await look()
  const before = clock.now()
  await clock.look(async () => {
    pass(30)
    return before + 5
  })
  expect(clock.now()).toBe(before + 30)
})

test('returns whole milliseconds, as the database stores them', async () => {
  const { clock, look, pass } = setUp()
  await look()
  pass(0.4)
  expect(clock.now() % 1).toBe(0)
})
