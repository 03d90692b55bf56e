import { expect, test } from 'vitest'
import { rowOf } from '#testing/row-of.ts'
import { createWaiting, hasRunOut } from './use-saved-toasts.ts'

const by = { person: 'Sara', tablet: 'Counter' }
const acted = (action: string, outcome: string, at = '2026-11-20T12:01:00Z') => ({
  last_action: { action, outcome, by, at },
})
const cancelled = { lane: 'closed', order: { id: '1', status: { key: 'cancelled' } } } as const

test('returns each waiting order that left the board once', () => {
  const waiting = createWaiting()
  expect(waiting.gone([rowOf('1'), rowOf('2'), rowOf('3', { lane: 'ready' })])).toEqual([])
  expect(waiting.gone([rowOf('2', { lane: 'preparing' })])).toEqual([{ orderId: '1', actedAt: undefined }])
  expect(waiting.gone([])).toEqual([])
})

test('returns an order that expired while it was unreadable', () => {
  const waiting = createWaiting()
  waiting.gone([rowOf('1'), rowOf('2', { lane: 'other' })])
  waiting.gone([rowOf('1', { lane: 'other' }), rowOf('2', { lane: 'other' })])
  expect(waiting.gone([])).toEqual([{ orderId: '1', actedAt: undefined }])
})

test('counts a cancelled order without an answer from this desk as expired', () => {
  expect(hasRunOut(rowOf('1', cancelled), undefined)).toBe(true)
  expect(hasRunOut(rowOf('1', { ...cancelled, ...acted('accept', 'failed') }), undefined)).toBe(true)
  expect(hasRunOut(rowOf('1', { ...cancelled, ...acted('reject', 'done') }), undefined)).toBe(false)
  expect(hasRunOut(rowOf('1', { ...cancelled, ...acted('reject', 'unknown') }), undefined)).toBe(false)
  expect(hasRunOut(rowOf('1', { lane: 'closed', order: { id: '1', status: { key: 'delivered' } } }), undefined)).toBe(
    false,
  )
})

test('ignores an action from before the order waited again', () => {
  const row = rowOf('1', { ...cancelled, ...acted('reject', 'done') })
  expect(hasRunOut(row, row.last_action?.at)).toBe(true)
})
