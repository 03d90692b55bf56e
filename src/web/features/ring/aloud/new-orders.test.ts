import { createNewOrders } from './new-orders.ts'
import { expect, test } from 'vitest'

/** Beats every half second from `from`, and lists what is said, with its second. */
function listen(
  orders: ReturnType<typeof createNewOrders>,
  from: number,
  to: number,
  ringing: readonly string[],
  more: { board?: readonly string[]; isSpeaking?: boolean } = {},
) {
  const { board = ringing, isSpeaking = false } = more
  const said: string[] = []
  for (let now = from * 1000; now < to * 1000; now += 500) {
    const taken = orders.take({ now, board, ringing }, isSpeaking)
    if (taken.length > 0) said.push(`${now / 1000} ${taken.join('+')}`)
  }
  return said
}

test('says an order once, after the first stroke of its ring', () => {
  const orders = createNewOrders()
  listen(orders, 0, 1, [])
  expect(listen(orders, 1, 60, ['A1'])).toEqual(['2.5 A1'])
})

test('says orders together that begin to ring together, or while something is being said', () => {
  const orders = createNewOrders()
  listen(orders, 0, 1, [])
  expect(listen(orders, 1, 2, ['A1'])).toEqual([])
  expect(listen(orders, 2, 5, ['A1', 'A2'], { isSpeaking: true })).toEqual([])
  expect(listen(orders, 5, 9, ['A1', 'A2', 'A3'])).toEqual(['5 A1+A2+A3'])
})

test('says nothing of orders that waited before the sound was turned on', () => {
  const orders = createNewOrders()
  expect(listen(orders, 0, 5, ['A1', 'A2'])).toEqual([])
  expect(listen(orders, 5, 9, ['A1', 'A2', 'A3'])).toEqual(['6.5 A3'])
})

test('says nothing of an order that was silenced or answered before its turn', () => {
  const orders = createNewOrders()
  listen(orders, 0, 1, [])
  listen(orders, 1, 2, ['A1', 'A2'])
  expect(listen(orders, 2, 9, ['A2'], { board: ['A1', 'A2'] })).toEqual(['2.5 A2'])
})

test('says nothing when a silenced order rings again', () => {
  const orders = createNewOrders()
  listen(orders, 0, 1, [])
  listen(orders, 1, 9, ['A1'])
  listen(orders, 9, 54, [], { board: ['A1'] })
  expect(listen(orders, 54, 60, ['A1'])).toEqual([])
})
