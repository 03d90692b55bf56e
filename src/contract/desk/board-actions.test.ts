import { expect, test } from 'vitest'
import { lanes } from './inbox.ts'
import { canBeDismissed } from './board-actions.ts'

test('allows dismissing an order that the vendor does not know, unless it rings or is closed', () => {
  const fits = lanes.filter((lane) => canBeDismissed({ lane, problem: 'not_found' }))
  expect(fits).toEqual(['contact', 'preparing', 'ready', 'other'])
})

test.each(['unread', 'unreadable', 'vendor', 'token', 'cancelled', null] as const)(
  'never allows dismissing an order whose problem is %s',
  (problem) => {
    expect(lanes.filter((lane) => canBeDismissed({ lane, problem }))).toEqual([])
  },
)
