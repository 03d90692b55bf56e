import { expect, test } from 'vitest'
import { rowOf } from '#testing/row-of.ts'
import { createWaiting, hasRunOut } from './waiting.ts'

const by = { person: 'Sara', tablet: 'Counter' }
const acted = (action: string, outcome: string, at = '2026-11-20T12:01:00Z') => ({
  last_action: { action, outcome, by, at },
})
const cancelled = { lane: 'closed', order: { id: '1', status: { key: 'cancelled' } } } as const

test('of what left the board only what waited there is looked at, and once', () => {
  const waiting = createWaiting()
  expect(waiting.gone([rowOf('1'), rowOf('2'), rowOf('3', { lane: 'ready' })])).toEqual([])
  expect(waiting.gone([rowOf('2', { lane: 'preparing' })])).toEqual([{ orderId: '1', actedAt: undefined }])
  expect(waiting.gone([])).toEqual([])
})

test('one whose time went by out of sight has waited all the same', () => {
  const waiting = createWaiting()
  waiting.gone([rowOf('1'), rowOf('2', { lane: 'other' })])
  waiting.gone([rowOf('1', { lane: 'other' }), rowOf('2', { lane: 'other' })])
  expect(waiting.gone([])).toEqual([{ orderId: '1', actedAt: undefined }])
})

test('an order ran out that was cancelled, and not by this desk', () => {
  expect(hasRunOut(rowOf('1', cancelled), undefined)).toBe(true)
  expect(hasRunOut(rowOf('1', { ...cancelled, ...acted('accept', 'failed') }), undefined)).toBe(true)
  expect(hasRunOut(rowOf('1', { ...cancelled, ...acted('reject', 'done') }), undefined)).toBe(false)
  expect(hasRunOut(rowOf('1', { ...cancelled, ...acted('reject', 'unknown') }), undefined)).toBe(false)
  expect(hasRunOut(rowOf('1', { lane: 'closed', order: { id: '1', status: { key: 'delivered' } } }), undefined)).toBe(
    false,
  )
})

test('what was done before it came back to be answered is no answer to that', () => {
  const row = rowOf('1', { ...cancelled, ...acted('reject', 'done') })
  expect(hasRunOut(row, row.last_action?.at)).toBe(true)
})
