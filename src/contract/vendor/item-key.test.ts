import { expect, test } from 'vitest'
import { itemKeyOf } from './item-key.ts'

test.each([
  [12, '12'],
  ['12', '12'],
  [' 12\n', '12'],
  ['shop:A-1.2_x', 'shop:A-1.2_x'],
  ['x'.repeat(64), 'x'.repeat(64)],
])('%j is the item %s', (id, key) => {
  expect(itemKeyOf(id)).toBe(key)
})

test.each([undefined, null, '', ' ', true, ['12'], { id: 12 }, 'a/b', 'a b', 'é', 'x'.repeat(65)])(
  '%j is no item that has an address',
  (id) => {
    expect(itemKeyOf(id)).toBeUndefined()
  },
)
