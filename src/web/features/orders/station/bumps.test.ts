import { afterEach, expect, test } from 'vitest'
import { rowOf } from '#testing/row-of.ts'
import { bumps, dropBump, noteBump, recallOf } from './bumps.ts'
import { createKeptCancelled } from './kept-cancelled.ts'

afterEach(() => bumps.set([]))

const bump = (orderId: string, ...lines: readonly string[]) => ({ orderId, number: `A-${orderId}`, lines })
const by = { person: '', tablet: 'Grill' }
const at = '2026-11-20T12:00:00Z'

test('keeps the last five, each order once with all its lines', () => {
  for (const id of ['1', '2', '3', '4', '5', '6']) noteBump(bump(id, 'a'))
  noteBump(bump('4', 'b'))
  expect(bumps.read().map(({ orderId, lines }) => `${orderId} ${lines.join()}`)).toEqual([
    '4 a,b',
    '6 a',
    '5 a',
    '3 a',
    '2 a',
  ])
  const [first] = bumps.read()
  if (first) dropBump(first)
  expect(bumps.read()).toHaveLength(4)
})

test('can be taken back while the order is in preparation and its lines are ticked', () => {
  const picks = [
    { line: 'a', state: 'picked', by, at },
    { line: 'b', state: 'missing', by, at },
  ] as const
  const recalled = (...more: Parameters<typeof rowOf>[1][]) =>
    recallOf(bump('1', 'a', 'b', 'c'), rowOf('1', { lane: 'preparing', picks, ...more[0] }))
  expect(recalled()).toEqual({ is: 'possible', lines: ['a'] })
  expect(recalled({ picks: [] })).toEqual({ is: 'cleared' })
  expect(recalled({ lane: 'ready' })).toEqual({ is: 'ready' })
  expect(recalled({ lane: 'closed' })).toEqual({ is: 'over' })
  expect(recallOf(bump('1', 'a'), undefined)).toEqual({ is: 'over' })
})

const minute = 60_000
const cancelled = rowOf('1', { lane: 'closed', problem: 'cancelled' })
const idsOf = (rows: readonly { readonly order_id: string }[]) => rows.map(({ order_id: id }) => id)

test('keeps a cancelled order until it is seen here, for ten minutes at most', () => {
  const kept = createKeptCancelled()
  expect(idsOf(kept.take([cancelled, rowOf('2')], 0))).toEqual(['2', '1'])
  // The counter has acknowledged it.
  expect(idsOf(kept.take([rowOf('2')], minute))).toEqual(['2', '1'])
  expect(idsOf(kept.take([rowOf('2')], 11 * minute))).toEqual(['2'])
})

test('shows a cancelled order no more once it was seen, and again if it is cancelled again', () => {
  const kept = createKeptCancelled()
  kept.take([cancelled], 0)
  kept.see('1')
  expect(kept.take([cancelled], 1)).toEqual([])
  const back = rowOf('1', { lane: 'preparing' })
  expect(idsOf(kept.take([back], 2))).toEqual(['1'])
  expect(idsOf(kept.take([cancelled], 3))).toEqual(['1'])
})
