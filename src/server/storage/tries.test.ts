import type { TryLimit } from './people-store.ts'
import { codeLimits, mayTryFrom, pinLimits, triesKeptMs, withoutTry, withTry } from './tries.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'

const subjectOf = (peer: string | undefined) => codeLimits(peer)[0]?.subject

test.each([
  ['203.0.113.5', 'from 203.0.113.5'],
  ['::ffff:203.0.113.5', 'from 203.0.113.5'],
  ['2001:db8:1:2:3:4:5:6', 'from 2001:db8:1:2::/64'],
  ['2001:DB8:1:2::6', 'from 2001:db8:1:2::/64'],
  ['2001:db8::6', 'from 2001:db8:0:0::/64'],
  ['::1', 'from 0:0:0:0::/64'],
  [undefined, 'from anywhere'],
])('the codes that %s tries are counted %s', (peer, subject) => {
  expect(subjectOf(peer)).toBe(subject)
})

test('counts a PIN on its tablet and for its person, and an unknown name on the tablet only', () => {
  const shape = (personId: string | undefined) =>
    pinLimits('d1', personId).map(({ subject, most, withinMs }) => [subject, most, withinMs / 60_000])
  expect(shape('p1')).toEqual([
    ['tablet d1', 10, 15],
    ['person p1', 100, 24 * 60],
  ])
  expect(shape(undefined)).toEqual([['tablet d1', 10, 15]])
})

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
