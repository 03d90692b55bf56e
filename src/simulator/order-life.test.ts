import { expect, test } from 'vitest'
import { createTestClock } from '#testing/clock.ts'
import { type Basket, createChance, fillBasket } from './basket.ts'
import { OrderBook, type SimulatedOrder } from './order-book.ts'
import { fullOrder } from './order-wire.ts'
import { shopItems } from '#simulator/shop/items.ts'

const second = 1000
const minute = 60 * second
const window = 300

function openBook() {
  const clock = createTestClock()
  const chance = createChance(7)
  const book = new OrderBook({ clock, chance, responseWindowSeconds: window })
  const items = shopItems(new Date(clock.now()))
  const place = (basket: Partial<Basket> = {}) => book.place({ ...fillBasket('ordinary', items, chance), ...basket })
  const lines = (...quantities: readonly number[]) =>
    items
      .slice(0, quantities.length)
      .map((item, index) => ({ item, quantity: quantities[index] ?? 1, customizations: null }))
  /** Places an order with an even or odd id: customers with an even one replace items, the others only remove them. */
  const placeWith = (isEven: boolean, ...quantities: readonly number[]): SimulatedOrder => {
    const order = place({ lines: lines(...quantities) })
    return (Number(order.id) % 2 === 0) === isEven ? order : placeWith(isEven, ...quantities)
  }
  const stateOf = ({ id }: SimulatedOrder) => book.find(id)?.state
  const contact = (order: SimulatedOrder, ...missing: readonly number[]) => {
    order.missing = missing.flatMap((index) => order.lines[index]?.id ?? [])
    book.move(order, 'contact')
  }
  return { clock, book, place, placeWith, stateOf, contact }
}

test('cancels an unanswered order at the end of its window', async () => {
  const { clock, place, stateOf } = openBook()
  const order = place()
  await clock.advance(window * second - 1)
  expect(stateOf(order)).toBe('pending')
  await clock.advance(1)
  expect(stateOf(order)).toBe('cancelled')
})

test('cancels at that time, not when the order is read', async () => {
  const { clock, place, stateOf } = openBook()
  const order = place()
  await clock.advance(60 * minute)
  expect(stateOf(order)).toBe('cancelled')
  expect(order.stateSince).toBe(order.createdAt + window * second)
})

test('does not cancel an answered order', async () => {
  const { clock, book, place, stateOf } = openBook()
  const order = place()
  book.move(order, 'preparing')
  await clock.advance(24 * 60 * minute)
  expect(stateOf(order)).toBe('preparing')
})

test('answers for the customer in 25 to 44 seconds, and waits for the shop again', async () => {
  const { clock, placeWith, stateOf, contact } = openBook()
  const order = placeWith(false, 1, 2)
  contact(order, 0)
  await clock.advance(25 * second - 1)
  expect(stateOf(order)).toBe('contact')
  await clock.advance(20 * second)
  expect(stateOf(order)).toBe('pending')
  expect(order.missing).toEqual([])
})

test('removes the missing lines and leaves the rest', async () => {
  const { clock, book, placeWith, contact } = openBook()
  const order = placeWith(false, 1, 2, 3)
  const kept = order.lines.slice(1)
  contact(order, 0)
  await clock.advance(minute)
  expect(book.find(order.id)?.lines).toEqual(kept)
})

test('adds one more of another line instead', async () => {
  const { clock, book, placeWith, contact } = openBook()
  const order = placeWith(true, 1, 2, 3)
  const [, next, third] = order.lines
  contact(order, 0)
  await clock.advance(minute)
  expect(book.find(order.id)?.lines).toEqual([{ ...next, quantity: 3 }, third])
})

test('cancels if nothing is left', async () => {
  const { clock, placeWith, stateOf, contact } = openBook()
  const order = placeWith(true, 1, 2)
  contact(order, 0, 1)
  await clock.advance(minute)
  expect(stateOf(order)).toBe('cancelled')
})

test('restarts the window at the customer’s answer', async () => {
  const { clock, placeWith, stateOf, contact } = openBook()
  const order = placeWith(false, 1, 2)
  await clock.advance(4 * minute)
  contact(order, 0)
  await clock.advance(window * second)
  expect(stateOf(order)).toBe('pending')
  await clock.advance(minute)
  expect(stateOf(order)).toBe('cancelled')
})

test('applies all changes of the hours since the last read', async () => {
  const { clock, placeWith, stateOf, contact } = openBook()
  const order = placeWith(false, 1, 2)
  contact(order, 0)
  await clock.advance(120 * minute)
  expect(stateOf(order)).toBe('cancelled')
  expect(order.stateSince).toBeLessThan(clock.now() - 110 * minute)
})

test('hands a ready order over in 50 to 88 seconds', async () => {
  const { clock, book, place } = openBook()
  const orders = Array.from({ length: 40 }, () => place())
  for (const order of orders) book.move(order, 'ready')
  const states = () => new Set(book.all().map(({ state }) => state))
  await clock.advance(50 * second - 1)
  expect(states()).toEqual(new Set(['ready']))
  await clock.advance(38 * second + 1)
  expect(states()).not.toContain('ready')
  expect(states()).toContain('completed')
})

test('returns one in eight courier orders, with a code of its own', async () => {
  const { clock, book, place } = openBook()
  const orders = Array.from({ length: 80 }, () => place())
  for (const order of orders) book.move(order, 'ready')
  await clock.advance(90 * second)
  const returning = book.all().filter(({ state }) => state === 'returning')
  expect(returning.length).toBeGreaterThan(0)
  expect(returning.length).toBeLessThan(20)
  for (const order of returning) {
    expect(order.isPickup).toBe(false)
    expect(fullOrder(order)).toMatchObject({ is_active: true, return_otp: order.returnOtp })
    expect(fullOrder(order)).not.toHaveProperty('pickup_otp')
    expect(order.returnOtp).toMatch(/^\d{4}$/)
    expect(order.returnOtp).not.toBe(order.pickupOtp)
  }
  await clock.advance(300 * second)
  expect(new Set(book.all().map(({ state }) => state))).toEqual(new Set(['completed', 'returned']))
})

test('never changes a closed order', async () => {
  const { clock, book, place, stateOf } = openBook()
  for (const state of ['rejected', 'cancelled', 'completed'] as const) {
    const order = place()
    book.move(order, state)
    await clock.advance(60 * minute)
    expect(stateOf(order)).toBe(state)
  }
})

test('lists current orders, newest first', async () => {
  const { clock, book, place } = openBook()
  const old = place()
  await clock.advance(window * second)
  const young = place()
  expect(book.all().map(({ id, state }) => [id, state])).toEqual([
    [young.id, 'pending'],
    [old.id, 'cancelled'],
  ])
})

test('gives all orders and lines unique ids', () => {
  const { book, place } = openBook()
  for (let count = 0; count < 300; count += 1) place()
  const orders = book.all()
  const lineIds = orders.flatMap(({ lines }) => lines.map(({ id }) => id))
  expect(new Set(orders.map(({ id }) => id)).size).toBe(300)
  expect(new Set(lineIds).size).toBe(lineIds.length)
})

test('drops old closed orders, and never open ones', async () => {
  const { clock, book, place } = openBook()
  const kept = place()
  book.move(kept, 'preparing')
  const first = place()
  for (let count = 0; count < 600; count += 1) {
    place()
    await clock.advance(minute)
  }
  const last = place()
  expect(book.all()).toHaveLength(500)
  expect(book.find(kept.id)).toBe(kept)
  expect(book.find(first.id)).toBeUndefined()
  expect(book.find(last.id)).toBe(last)
})

test('gives the same day for the same seed', () => {
  const [one, other] = [openBook(), openBook()]
  for (let count = 0; count < 20; count += 1) expect(one.place()).toEqual(other.place())
})
