import { expect, test } from 'vitest'
import { lanes } from './lane.ts'
import { canBeDismissed } from './board-actions.ts'

test('what the vendor does not know is put aside wherever it stands, but where it rings or is over', () => {
  const fits = lanes.filter((lane) => canBeDismissed({ lane, problem: 'not_found' }))
  expect(fits).toEqual(['contact', 'preparing', 'ready', 'other'])
})

test.each(['unread', 'unreadable', 'vendor', 'token', 'cancelled', null] as const)(
  'an order whose problem is %s is put aside nowhere',
  (problem) => {
    expect(lanes.filter((lane) => canBeDismissed({ lane, problem }))).toEqual([])
  },
)
