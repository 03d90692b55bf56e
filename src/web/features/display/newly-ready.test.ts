import type { DisplayBoard } from './display-board.ts'
import { createNewlyReady } from './newly-ready.ts'
import { expect, test } from 'vitest'

const noon = Date.parse('2026-11-20T12:00:00Z')

/** Ready orders by id, each with the second in which it became ready. */
const board = (
  ready: Readonly<Record<string, number | undefined>>,
  preparing: readonly string[] = [],
): DisplayBoard => ({
  preparing: preparing.map((id) => ({ id, number: id })),
  ready: Object.entries(ready).map(([id, second]) => ({
    id,
    number: id,
    readyAt: second === undefined ? undefined : noon + second * 1000,
  })),
})

function setUp() {
  const newlyReady = createNewlyReady()
  return {
    forget: newlyReady.forget,
    /** What is announced, and what stands large. */
    look(second: number, ...seen: Parameters<typeof board>) {
      const { announced, large } = newlyReady.take(board(...seen), noon + second * 1000)
      return [announced, large].map((orders) => orders.map(({ id }) => id).join(' '))
    },
  }
}

test('announces an order once, and shows it large for 20 s', () => {
  const { look } = setUp()
  look(0, {}, ['A1'])
  expect(look(5, { A1: 5 })).toEqual(['A1', 'A1'])
  expect(look(24.9, { A1: 5 })).toEqual(['', 'A1'])
  expect(look(25, { A1: 5 })).toEqual(['', ''])
})

test('shows several large, each for its own 20 s', () => {
  const { look } = setUp()
  look(0, {})
  look(5, { A1: 5 })
  expect(look(15, { A2: 15, A1: 5 })).toEqual(['A2', 'A2 A1'])
  expect(look(25, { A2: 15, A1: 5 })).toEqual(['', 'A2'])
})

test('announces nothing of the first board, or of the first after contact was lost', () => {
  const { look, forget } = setUp()
  expect(look(0, { A1: 0 })).toEqual(['', ''])
  look(5, { A2: 5, A1: 0 })
  forget()
  expect(look(10, { A3: 9, A2: 5, A1: 0 })).toEqual(['', ''])
  expect(look(11, { A4: 11, A3: 9, A2: 5, A1: 0 })).toEqual(['A4', 'A4'])
})

test('announces nothing that became ready more than a minute ago', () => {
  const { look } = setUp()
  look(0, {})
  expect(look(100, { A1: 40, A2: 41 })).toEqual(['A2', 'A2'])
})

test('announces an order whose time of readiness is not known', () => {
  const { look } = setUp()
  look(0, {})
  expect(look(5, { A1: undefined })).toEqual(['A1', 'A1'])
})

test('shows an order large no longer once it is handed over', () => {
  const { look } = setUp()
  look(0, {})
  look(5, { A1: 5 })
  expect(look(6, {})).toEqual(['', ''])
  // Its hand-over was undone.
  expect(look(7, { A1: 5 })).toEqual(['', ''])
})

test('announces an order again that was prepared once more', () => {
  const { look } = setUp()
  look(0, { A1: 0 })
  look(5, {}, ['A1'])
  expect(look(60, { A1: 60 })).toEqual(['A1', 'A1'])
})
