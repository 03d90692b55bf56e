import { expect, test } from 'vitest'
import { createSimulator } from '#simulator/simulator.ts'
import { fullOrder } from '#simulator/order-wire.ts'
import { createTestClock } from '#testing/clock.ts'
import { readOrder, type ReadOrder } from '#contract/vendor/order.ts'
import { changesOf } from './change.ts'

const simulator = createSimulator({ clock: createTestClock(), token: 'token' })
const placed = fullOrder(simulator.placeOrder('large'))
const [first, second, ...rest] = placed.items

const withItems = (items: unknown): ReadOrder => readOrder(placed.id, { ...placed, items }) ?? { id: placed.id }

test('what was taken out, added or changed is told line by line, and nothing else', () => {
  expect(first && second).toBeDefined()
  if (!first || !second) return
  const changes = changesOf(
    [first, second, ...rest],
    withItems([{ ...second, quantity: second.quantity + 2 }, ...rest]),
  )
  expect(changes).toEqual([
    { id: first.id, name: first.product.name, before: first.quantity, now: undefined },
    { id: second.id, name: second.product.name, before: second.quantity, now: second.quantity + 2 },
  ])
  expect(changesOf([second], withItems([first, second]))).toEqual([
    { id: first.id, name: first.product.name, before: undefined, now: first.quantity },
  ])
  expect(changesOf(placed.items, withItems(placed.items))).toEqual([])
})

test('lines that cannot be read change nothing that can', () => {
  expect(changesOf('garbage', withItems([]))).toEqual([])
  expect(changesOf(['garbage', first], withItems([first]))).toEqual([])
})
