import { expect, test } from 'vitest'
import { createSimulator } from '#simulator/simulator.ts'
import { fullOrder } from '#simulator/order-wire.ts'
import { createTestClock } from '#testing/clock.ts'
import { readOrder, type ReadOrder } from '#contract/vendor/order.ts'
import { showsAllChanges, changesOf } from './customer-change.tsx'

const simulator = createSimulator({ clock: createTestClock(), token: 'token' })
const placed = fullOrder(simulator.placeOrder('large'))
const [first, second, ...rest] = placed.items

const withItems = (items: unknown): ReadOrder => readOrder(placed.id, { ...placed, items }) ?? { id: placed.id }

test('reports removed, added and changed lines only', () => {
  expect(first && second).toBeDefined()
  if (!first || !second) return
  const changes = changesOf(
    [first, second, ...rest],
    withItems([{ ...second, quantity: second.quantity + 2 }, ...rest]),
  )
  expect(changes).toEqual([
    { id: first.id, what: 'gone', name: first.product.name },
    {
      id: second.id,
      what: 'more',
      name: second.product.name,
      before: second.quantity,
      now: second.quantity + 2,
    },
  ])
  expect(changesOf([second], withItems([first, second]))).toEqual([
    { id: first.id, what: 'added', name: first.product.name },
  ])
  expect(changesOf(placed.items, withItems(placed.items))).toEqual([])
})

test('reports a swapped product by its id or its name', () => {
  if (!first) return
  const [was, name] = [first.product, 'Goat milk']
  for (const product of [
    { ...was, id: '77', name },
    { ...was, name },
  ])
    expect(changesOf([first], withItems([{ ...first, product }]))).toEqual([
      { id: first.id, what: 'product', name, before: was.name },
    ])
  const unnamed = { ...was, id: '77', name: null }
  expect(changesOf([first], withItems([{ ...first, product: unnamed }]))).toEqual([
    { id: first.id, what: 'product', name: '77', before: was.name },
  ])
})

test('reports a changed note beside other changes of its line', () => {
  if (!first) return
  const { id, quantity, product } = first
  const change = { id, what: 'notes', name: product.name }
  const [nuts, none] = [
    { ...first, customizations: { note: 'NUT ALLERGY' } },
    { ...first, customizations: [] },
  ]
  expect(changesOf([none], withItems([nuts]))).toEqual([change])
  expect(changesOf([nuts], withItems([none]))).toEqual([change])
  expect(changesOf([none], withItems([{ ...first, customizations: null }]))).toEqual([])
  expect(changesOf([none], withItems([{ ...nuts, quantity: quantity + 1 }]))).toEqual([
    { id, what: 'more', name: product.name, before: quantity, now: quantity + 1 },
    change,
  ])
})

test('reports a price change unless it follows from another quantity or product', () => {
  if (!first) return
  const { id, price, product, quantity } = first
  const dearer = { ...first, price: price + 1 }
  expect(changesOf([first], withItems([dearer]))).toEqual([
    { id, what: 'price', name: product.name, before: price, now: price + 1 },
  ])
  expect(changesOf([first], withItems([{ ...dearer, quantity: quantity + 1 }])).map(({ what }) => what)).toEqual([
    'more',
  ])
})

test('reports no removed or added line beside one without a unique id', () => {
  expect(second).toBeDefined()
  for (const other of ['line 2', { ...second, id: 2.5 }]) {
    expect(changesOf([first, second], withItems([first, other]))).toEqual([])
    expect(changesOf([first, other], withItems([first, second]))).toEqual([])
    expect(changesOf([first, first, second], withItems([first]))).toEqual([
      { id: second?.id, what: 'gone', name: second?.product.name },
    ])
    expect(showsAllChanges([first, first], withItems([first]))).toBe(false)
  }
  expect(changesOf([first, second], withItems('two lines'))).toEqual([])
  expect(changesOf('two lines', withItems([first]))).toEqual([])
})

test('reports changes of readable lines beside unreadable ones', () => {
  expect(changesOf('garbage', withItems([]))).toEqual([])
  expect(changesOf(['garbage', first], withItems([first]))).toEqual([])
  expect(changesOf([first], withItems([{ ...first, quantity: 'many', price: {}, product: 'milk' }]))).toEqual([])
})
