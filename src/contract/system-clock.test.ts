import { expect, test } from 'vitest'
import { createSteady } from './system-clock.ts'

function setUp() {
  const clocks = { settable: 1_000_000, monotonic: 50 }
  const steady = createSteady(
    () => clocks.settable,
    () => clocks.monotonic,
  )
  return {
    steady,
    pass: (ms: number) => {
      clocks.settable += ms
      clocks.monotonic += ms
    },
    set: (ms: number) => (clocks.settable += ms),
  }
}

test('a steady clock is not set back, and time goes on passing on it', () => {
  const { steady, pass, set } = setUp()
  const before = steady()
  pass(100)
  set(-600_000)
  expect(steady() - before).toBe(100)
  pass(40)
  expect(steady() - before).toBe(140)
})

test('what a machine slept through has passed on a steady clock, once', () => {
  const { steady, pass, set } = setUp()
  const before = steady()
  set(600_000)
  expect(steady() - before).toBe(600_000)
  pass(10)
  expect(steady() - before).toBe(600_010)
})
