import { expect, test } from 'vitest'
import { createSteady, withoutShortJumps } from './system-clock.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute

function setUp({ start = Date.parse('2026-11-20T12:00:00Z'), hasUptime = true } = {}) {
  const clocks = { wall: start, monotonic: 50, uptime: 5_000 }
  const given = { wall: () => clocks.wall, monotonic: () => clocks.monotonic, uptime: () => clocks.uptime }
  const { uptime: _uptime, ...withoutUptime } = given
  const steady = createSteady(hasUptime ? given : withoutUptime)
  const now = withoutShortJumps(given.wall, steady)
  const begun = { now: now(), steady: steady() }
  const look = () => ({ now: now() - begun.now, steady: steady() - begun.steady })
  return {
    /** How far both clocks have advanced since the beginning. */
    look,
    pass(ms: number) {
      clocks.wall += ms
      clocks.monotonic += ms
      clocks.uptime += ms
      return look()
    },
    sleep(ms: number, setByMs = 0) {
      clocks.wall += ms + setByMs
      clocks.uptime += ms
      return look()
    },
    set(ms: number) {
      clocks.wall += ms
      return look()
    },
  }
}

test.each([2 * hour, -2 * hour, 2 * 365 * 24 * hour])('ignores a jump by %i ms that lasts a second', (byMs) => {
  const { set, pass } = setUp()
  expect(set(byMs)).toEqual({ now: 0, steady: 0 })
  expect(pass(second)).toEqual({ now: second, steady: second })
  expect(set(-byMs)).toEqual({ now: second, steady: second })
  expect(pass(5 * minute)).toEqual({ now: 301 * second, steady: 301 * second })
})

test.each([2 * hour, -2 * hour])(
  'accepts a jump by %i ms after a minute, without counting it as elapsed time',
  (byMs) => {
    const { set, pass } = setUp()
    set(byMs)
    expect(pass(minute - 1)).toEqual({ now: minute - 1, steady: minute - 1 })
    expect(pass(1)).toEqual({ now: minute + byMs, steady: minute })
    expect(pass(minute)).toEqual({ now: 2 * minute + byMs, steady: 2 * minute })
  },
)

test('restarts the minute at a second jump', () => {
  const { set, pass } = setUp()
  set(hour)
  pass(50 * second)
  set(hour)
  expect(pass(50 * second).now).toBe(100 * second)
  expect(pass(10 * second).now).toBe(110 * second + 2 * hour)
})

test('follows the small steps of a time service at once', () => {
  const { set, pass } = setUp()
  for (let step = 0; step < 10; step += 1) {
    set(900)
    pass(second)
  }
  expect(pass(0)).toEqual({ now: 19 * second, steady: 10 * second })
})

test('counts sleep as elapsed time, once and at once', () => {
  const { sleep, pass } = setUp()
  expect(sleep(2 * hour)).toEqual({ now: 2 * hour, steady: 2 * hour })
  expect(pass(10)).toEqual({ now: 2 * hour + 10, steady: 2 * hour + 10 })
})

test('counts sleep as elapsed and the rest as a jump if the clock was set during sleep', () => {
  const { sleep, pass } = setUp()
  expect(sleep(2 * hour, hour)).toEqual({ now: 2 * hour, steady: 2 * hour })
  expect(pass(minute).now).toBe(3 * hour + minute)
})

test('takes a forward jump for sleep if it cannot tell them apart, and a backward jump for a jump', () => {
  const { set, pass } = setUp({ hasUptime: false })
  expect(set(2 * hour)).toEqual({ now: 2 * hour, steady: 2 * hour })
  expect(set(-2 * hour).steady).toBe(2 * hour)
  expect(pass(40).steady).toBe(2 * hour + 40)
  expect(set(2 * hour).steady).toBe(4 * hour + 40)
})

test('accepts the first time after a clock that began in 1970 at once', () => {
  const { set } = setUp({ start: 60_000 })
  const byMs = Date.parse('2026-11-20T12:00:00Z')
  expect(set(byMs)).toEqual({ now: byMs, steady: 0 })
})
