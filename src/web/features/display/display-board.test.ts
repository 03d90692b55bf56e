import { rowOf } from '#testing/row-of.ts'
import { displayBoard } from './display-board.ts'
import { expect, test } from 'vitest'

const noon = Date.parse('2026-11-20T12:00:00Z')
const at = (minutes: number) => new Date(noon + minutes * 60_000).toISOString()
const numbered = (id: string, more: Parameters<typeof rowOf>[1]) =>
  rowOf(id, { order: { id, print_order_number: `A-${id}` }, ...more })
const handed = { by: { person: '', tablet: '' }, at: at(0) } as never

const numbersIn = (rows: Parameters<typeof displayBoard>[0], minutes = 0, readyMinutes = 30) => {
  const { preparing, ready } = displayBoard(rows, noon + minutes * 60_000, readyMinutes)
  return [preparing, ready].map((column) => column.map(({ number }) => number).join(' '))
}

test('shows the order that has been prepared the longest first, and the one that became ready last', () => {
  const rows = [
    numbered('1', { lane: 'preparing', accepted_at: at(-5) }),
    numbered('2', { lane: 'ready', ready_at: at(-9) }),
    numbered('3', { lane: 'preparing', accepted_at: at(-7) }),
    numbered('4', { lane: 'ready', ready_at: at(-2) }),
  ]
  expect(numbersIn(rows)).toEqual(['A-3 A-1', 'A-4 A-2'])
})

test('keeps the order of numbers with equal or unknown times, however the rows come', () => {
  const rows = ['3', '1', '2'].map((id) => numbered(id, { lane: 'preparing', received_at: 'long ago' }))
  expect(numbersIn(rows)).toEqual(numbersIn(rows.toReversed()))
  expect(numbersIn(rows)[0]).toBe('A-1 A-2 A-3')
})

test.each(['answer', 'contact', 'other', 'closed'] as const)('shows no order of the lane %s', (lane) => {
  expect(numbersIn([numbered('1', { lane })])).toEqual(['', ''])
})

test('shows a ready order until it is handed over, and again if it comes back', () => {
  expect(numbersIn([numbered('1', { lane: 'ready', ready_at: at(0), handed_over: handed })])).toEqual(['', ''])
  const returned = numbered('1', { lane: 'ready', ready_at: at(0), handed_over: handed, returned: handed })
  expect(numbersIn([returned])).toEqual(['', 'A-1'])
})

test('shows a ready order for the minutes that the shop has set', () => {
  const rows = [numbered('1', { lane: 'ready', ready_at: at(0) })]
  expect(numbersIn(rows, 19.9, 20)).toEqual(['', 'A-1'])
  expect(numbersIn(rows, 20, 20)).toEqual(['', ''])
})

test('counts from when the page first saw it ready if the server does not say', () => {
  const rows = [numbered('1', { lane: 'ready', ready_at: null })]
  const shownAfter = (minutes: number) => displayBoard(rows, noon + minutes * 60_000, 20, () => noon).ready.length
  expect([shownAfter(19), shownAfter(20)]).toEqual([1, 0])
})

test('shows the id of an order without a print number', () => {
  expect(numbersIn([rowOf('77', { lane: 'preparing', order: { id: '77', print_order_number: '  ' } })])[0]).toBe('77')
})
