import { expect, test } from 'vitest'
import { codeLimits, pinLimits } from './tries.ts'

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
