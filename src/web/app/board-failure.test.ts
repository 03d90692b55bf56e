import { expect, test } from 'vitest'
import { rowOf } from '#testing/row-of.ts'
import { boardFailure } from './board-failure.ts'

test('a service that showed none of the orders that wait does not answer', () => {
  const down = rowOf('1', { problem: 'vendor' })
  expect(boardFailure([down, rowOf('2', { problem: 'vendor' })])).toBe('vendor')
  expect(boardFailure([down, rowOf('2', { problem: 'token' })])).toBe('vendor')
  expect(boardFailure([rowOf('1', { problem: 'token' })])).toBe('token')
  // Read before it went down, and asked for less often.
  expect(boardFailure([down, rowOf('2', { lane: 'ready' })])).toBe('vendor')
})

test('without an order that waits, all open ones tell', () => {
  const down = rowOf('1', { lane: 'preparing', problem: 'vendor' })
  expect(boardFailure([down])).toBe('vendor')
  expect(boardFailure([down, rowOf('2', { lane: 'ready' })])).toBeUndefined()
})

test('one that was read again, or that the service does not know, shows that it answers', () => {
  const down = rowOf('1', { problem: 'vendor' })
  expect(boardFailure([down, rowOf('2')])).toBeUndefined()
  expect(boardFailure([down, rowOf('2', { problem: 'not_found' })])).toBeUndefined()
})

test('what was not asked for yet, or never is, tells nothing', () => {
  expect(boardFailure([])).toBeUndefined()
  expect(boardFailure([rowOf('1', { problem: 'unread' }), rowOf('2', { problem: 'bad_id' })])).toBeUndefined()
  expect(boardFailure([rowOf('1', { problem: 'unread' }), rowOf('2', { problem: 'vendor' })])).toBe('vendor')
})
