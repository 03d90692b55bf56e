import { expect, test } from 'vitest'
import { openTestDesk } from '#testing/desk.ts'
import { causesFirst } from './order-row.ts'

const entry = (at: number, what: string, detail: string | null = null) => ({ at, what, detail, by: null })

test('lists an answer before the lane that it led to', () => {
  const [received, lane, accept] = [entry(0, 'heard'), entry(9, 'lane', 'preparing'), entry(10, 'accept', 'done')]
  expect(causesFirst([received, lane, accept])).toEqual([received, accept, lane])
  expect(causesFirst([lane, accept, entry(20, 'lane', 'ready'), entry(21, 'ready', 'done')])).toEqual([
    accept,
    lane,
    entry(21, 'ready', 'done'),
    entry(20, 'lane', 'ready'),
  ])
})

test('moves each effect once, after its own cause', () => {
  const [lane, accept, ready] = [
    entry(0, 'lane', 'preparing'),
    entry(50, 'accept', 'done'),
    entry(4000, 'ready', 'done'),
  ]
  expect(causesFirst([lane, accept, ready])).toEqual([accept, lane, ready])
})

test.each([
  ['the lane in which an answer is awaited', [entry(0, 'lane', 'answer'), entry(3000, 'accept', 'done')]],
  ['a lane that it was in long before', [entry(0, 'lane', 'answer'), entry(6000, 'accept', 'done')]],
  ['an answer that came to nothing', [entry(0, 'lane', 'closed'), entry(1, 'accept', 'failed')]],
  ['what is no answer', [entry(0, 'lane', 'preparing'), entry(1, 'acknowledged')]],
  ['a lane that nothing follows', [entry(0, 'lane', 'preparing')]],
])('leaves %s in place', (_what, entries) => {
  expect(causesFirst(entries)).toEqual(entries)
})

test('sorts the order’s timeline in the same way', async () => {
  const desk = await openTestDesk()
  const { id } = await desk.order()
  await desk.clock.advance(20_000)
  await desk.act(id, 'accept')
  const { timeline } = await desk.row(id)
  expect(timeline.map(({ what, detail }) => [what, detail])).toEqual([
    ['heard', null],
    ['accept', 'done'],
    ['lane', 'preparing'],
  ])
})
