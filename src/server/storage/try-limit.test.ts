import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mayTryFrom, triesKeptMs, withoutTry, withTry } from './try-limit.ts'
import type { TryLimit } from './people-store.ts'

const limit = (wish: Partial<TryLimit>): TryLimit => ({
  subject: 'x',
  most: 3,
  withinMs: 1000,
  waitsMs: [],
  ...wish,
})

test.each([
  ['nothing was tried', limit({}), [], 5000, undefined],
  ['fewer were tried than may be', limit({}), [4900, 4950], 5000, undefined],
  ['as many were tried as may be', limit({}), [4900, 4950, 4990], 5000, 5900],
  ['the first of them was just within', limit({}), [4001, 4950, 4990], 5000, 5001],
  ['the first of them is long ago', limit({}), [4000, 4950, 4990], 5000, undefined],
  ['more were tried than may be', limit({}), [4100, 4900, 4950, 4990], 5000, 5900],
  ['the first one costs no wait', limit({ waitsMs: [0, 50] }), [5000], 5000, undefined],
  ['the second one does', limit({ waitsMs: [0, 50] }), [4990, 4999], 5000, 5049],
  ['the wait is over', limit({ waitsMs: [0, 50] }), [4900, 4950], 5000, undefined],
  ['both have to be waited for', limit({ most: 2, waitsMs: [0, 50] }), [4000, 4001, 4999], 5000, 5049],
  ['the clock was set back a little', limit({ most: 1 }), [5500], 5000, 6500],
  ['the clock was set back by a year', limit({ most: 1 }), [90_000], 5000, undefined],
])('where %s', (_what, rule, tries, now, from) => {
  expect(mayTryFrom(rule, tries, now)).toBe(from)
})

test('never allows more tries within the time than the limit', () => {
  const gaps = fc.array(fc.nat(400), { maxLength: 60 })
  const waits = fc.array(fc.nat(300), { maxLength: 4 })
  fc.assert(
    fc.property(gaps, waits, fc.integer({ min: 1, max: 5 }), (steps, waitsMs, most) => {
      const rule = limit({ most, waitsMs: waitsMs.toSorted((one, other) => one - other) })
      let tries: readonly number[] = []
      let now = 10_000
      for (const step of steps) {
        now += step
        const from = mayTryFrom(rule, tries, now)
        if (from === undefined) tries = withTry(tries, now)
        else expect(mayTryFrom(rule, tries, from), 'it may be tried when it was said').toBeUndefined()
        for (const at of tries) {
          const within = tries.filter((other) => other >= at && other < at + rule.withinMs)
          expect(within.length).toBeLessThanOrEqual(most)
        }
      }
    }),
  )
})

test('stores timestamps in order for a day, and takes one back once', () => {
  expect(withTry([1, 50], 20)).toEqual([1, 20, 50])
  expect(withTry([1, 50], 1 + triesKeptMs)).toEqual([50, 1 + triesKeptMs])
  expect(withoutTry([1, 1, 2], 1)).toEqual([1, 2])
  expect(withoutTry([1, 2], 3)).toEqual([1, 2])
})
