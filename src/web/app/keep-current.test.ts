import { expect, test } from 'vitest'
import { rowOf } from '#testing/row-of.ts'
import { boardFailure } from './keep-current.ts'

test('reports a failure if none of the waiting orders was read', () => {
  const down = rowOf('1', { problem: 'vendor' })
  expect(boardFailure([down, rowOf('2', { problem: 'vendor' })])).toBe('vendor')
  expect(boardFailure([down, rowOf('2', { problem: 'token' })])).toBe('vendor')
  expect(boardFailure([rowOf('1', { problem: 'token' })])).toBe('token')
  // Read before the failure; orders that do not wait are read less often.
  expect(boardFailure([down, rowOf('2', { lane: 'ready' })])).toBe('vendor')
})

test('considers all open orders if none waits', () => {
  const down = rowOf('1', { lane: 'preparing', problem: 'vendor' })
  expect(boardFailure([down])).toBe('vendor')
  expect(boardFailure([down, rowOf('2', { lane: 'ready' })])).toBeUndefined()
})

test('reports no failure once an order was read or is unknown to the service', () => {
  const down = rowOf('1', { problem: 'vendor' })
  expect(boardFailure([down, rowOf('2')])).toBeUndefined()
  expect(boardFailure([down, rowOf('2', { problem: 'not_found' })])).toBeUndefined()
})

test('ignores orders that were never requested', () => {
  expect(boardFailure([])).toBeUndefined()
  expect(boardFailure([rowOf('1', { problem: 'unread' }), rowOf('2', { problem: 'bad_id' })])).toBeUndefined()
  expect(boardFailure([rowOf('1', { problem: 'unread' }), rowOf('2', { problem: 'vendor' })])).toBe('vendor')
})
