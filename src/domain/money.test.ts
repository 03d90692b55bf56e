import { expect, test } from 'vitest'
import { sumOf } from './money.ts'

test.each<readonly [amounts: readonly number[], sum: string]>([
  [[], '0'],
  [[12_000, 250], '12250'],
  [[0.1, 0.2], '0.3'],
  [[1.005, 2.5, -0.005], '3.5'],
  [[-3.75, 1], '-2.75'],
  [[-0.5, 0.5], '0'],
  [[1e21, 1], '1000000000000000000001'],
  [[1e-7, 2], '2.0000001'],
  [Array.from({ length: 1000 }, () => 0.07), '70'],
])('adds %j exactly', (amounts, sum) => {
  expect(sumOf(amounts)).toBe(sum)
})

test('refuses what is no number', () => {
  expect(() => sumOf([Infinity])).toThrow(RangeError)
})
