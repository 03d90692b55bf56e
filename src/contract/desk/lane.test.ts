import { isOver, laneOf, laneOnceDone } from '#domain/lane.ts'
import { expect, test } from 'vitest'
import { readOrder } from '#contract/vendor/order.ts'

function lane(fields: Record<string, unknown>, key: unknown): string | undefined {
  const order = readOrder('1', { id: '1', ...fields, status: { key } })
  return order && laneOf(order)
}

test('an order that is not active is closed, whatever else it says', () => {
  for (const key of ['pending', 'contact', 'ready', 'cancelled', undefined])
    expect(lane({ is_active: false, can_mark_as_ready: true }, key)).toBe('closed')
})

test('an order whose customer is asked waits for the customer', () => {
  expect(lane({ is_active: true }, 'contact')).toBe('contact')
  expect(lane({ is_active: true, can_mark_as_ready: true }, 'contact')).toBe('contact')
})

test('an order that may be marked ready is being prepared, under any key', () => {
  for (const key of ['preparing', 'pending', 'on_the_way', 'ready', undefined])
    expect(lane({ is_active: true, can_mark_as_ready: true }, key)).toBe('preparing')
})

test('an order under a ready key is ready', () => {
  for (const key of ['ready', 'ready_for_pickup'])
    expect(lane({ is_active: true, can_mark_as_ready: false }, key)).toBe('ready')
})

test('a pending order waits for the answer of the shop', () => {
  expect(lane({ is_active: true, can_mark_as_ready: false }, 'pending')).toBe('answer')
})

test('an order under a key that nobody knows, or none, is among the others', () => {
  for (const key of ['on_the_way', 'PENDING', '', null, undefined, 5, {}])
    expect(lane({ is_active: true }, key)).toBe('other')
})

const under = (key: unknown, aliases: unknown, fields: Record<string, unknown> = { is_active: true }) => {
  const order = readOrder('1', { id: '1', ...fields, status: { key, aliases } })
  return order && { lane: laneOf(order), isOver: isOver(order) }
}

test.each([
  ['pending', 'answer'],
  ['contact', 'contact'],
  ['ready_for_pickup', 'ready'],
])('an order under an unknown key with the alias %s is in the lane %s', (alias, lane) => {
  for (const key of ['s17', '', null, undefined, {}])
    expect(under(key, ['s18', alias])).toEqual({ lane, isOver: false })
})

test.each(['cancelled', 'expired', 'rejected'])('an unknown key with the alias %s is over', (alias) => {
  expect(under('s17', [alias])).toEqual({ lane: 'other', isOver: true })
})

test('a known key counts before its aliases, and what the order says of itself before both', () => {
  expect(under('ready', ['pending'])?.lane).toBe('ready')
  expect(under('pending', ['cancelled'])).toEqual({ lane: 'answer', isOver: false })
  expect(under('s17', ['pending'], { is_active: false })?.lane).toBe('closed')
  expect(under('s17', ['pending'], { can_mark_as_ready: true })?.lane).toBe('preparing')
})

test('of several known aliases the one that waits for an answer counts, else the first', () => {
  expect(under('s17', ['cancelled', 'pending'])).toEqual({ lane: 'answer', isOver: false })
  expect(under('s17', ['ready', 'contact'])?.lane).toBe('ready')
})

test('aliases that are unknown or cannot be read leave the order among the others', () => {
  for (const aliases of [['s18'], ['PENDING'], [], null, 'pending', { key: 'pending' }, [null, ['pending']]])
    expect(under('s17', aliases)?.lane).toBe('other')
})

test('an order that does not say whether it is active is shown', () => {
  for (const is_active of [undefined, null, 'false', 0, '']) expect(lane({ is_active }, 'pending')).toBe('answer')
})

test('only true lets an order be marked ready', () => {
  for (const can_mark_as_ready of ['true', 1, {}, null]) expect(lane({ can_mark_as_ready }, 'pending')).toBe('answer')
})

test('an order to which something was done is where that leads, whatever the service shows yet', () => {
  const onceDone = (action: string, fields: Record<string, unknown>) => {
    const order = readOrder('1', { id: '1', ...fields })
    return order && laneOnceDone(action, order)
  }
  const pending = { status: { key: 'pending' } }
  expect([onceDone('accept', pending), onceDone('reject', pending)]).toEqual(['preparing', 'answer'])
  expect(onceDone('ready', { can_mark_as_ready: true })).toBe('ready')
  expect(onceDone('accept', { is_active: false })).toBe('closed')
  expect(onceDone('reject', { status: { key: 'contact' } })).toBe('contact')
})
