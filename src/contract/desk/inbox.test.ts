import { isOver, laneOf, laneOnceDone } from '#domain/lane.ts'
import { expect, test } from 'vitest'
import { readOrder } from '#contract/vendor/order.ts'

function lane(fields: Record<string, unknown>, key: unknown): string | undefined {
  const order = readOrder('1', { id: '1', ...fields, status: { key } })
  return order && laneOf(order)
}

test('puts an inactive order into closed, whatever else it says', () => {
  for (const key of ['pending', 'contact', 'ready', 'cancelled', undefined])
    expect(lane({ is_active: false, can_mark_as_ready: true }, key)).toBe('closed')
})

test('puts an order whose customer is asked into the contact lane', () => {
  expect(lane({ is_active: true }, 'contact')).toBe('contact')
  expect(lane({ is_active: true, can_mark_as_ready: true }, 'contact')).toBe('contact')
})

test('puts an order that may be marked ready into preparing, under any key', () => {
  for (const key of ['preparing', 'pending', 'on_the_way', 'ready', undefined])
    expect(lane({ is_active: true, can_mark_as_ready: true }, key)).toBe('preparing')
})

test('puts an order with a ready key into ready', () => {
  for (const key of ['ready', 'ready_for_pickup'])
    expect(lane({ is_active: true, can_mark_as_ready: false }, key)).toBe('ready')
})

test('puts a pending order into the answer lane', () => {
  expect(lane({ is_active: true, can_mark_as_ready: false }, 'pending')).toBe('answer')
})

test('puts an order with an unknown or missing key into other', () => {
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
])('puts an order with an unknown key and the alias %s into the lane %s', (alias, lane) => {
  for (const key of ['s17', '', null, undefined, {}])
    expect(under(key, ['s18', alias])).toEqual({ lane, isOver: false })
})

test.each(['cancelled', 'expired', 'rejected'])('closes an order with an unknown key and the alias %s', (alias) => {
  expect(under('s17', [alias])).toEqual({ lane: 'other', isOver: true })
})

test('prefers a known key to its aliases, and the order’s own fields to both', () => {
  expect(under('ready', ['pending'])?.lane).toBe('ready')
  expect(under('pending', ['cancelled'])).toEqual({ lane: 'answer', isOver: false })
  expect(under('s17', ['pending'], { is_active: false })?.lane).toBe('closed')
  expect(under('s17', ['pending'], { can_mark_as_ready: true })?.lane).toBe('preparing')
})

test('prefers an alias that waits for an answer, else the first known one', () => {
  expect(under('s17', ['cancelled', 'pending'])).toEqual({ lane: 'answer', isOver: false })
  expect(under('s17', ['ready', 'contact'])?.lane).toBe('ready')
})

test('puts an order with unknown or unreadable aliases into other', () => {
  for (const aliases of [['s18'], ['PENDING'], [], null, 'pending', { key: 'pending' }, [null, ['pending']]])
    expect(under('s17', aliases)?.lane).toBe('other')
})

test('shows an order that does not say whether it is active', () => {
  for (const is_active of [undefined, null, 'false', 0, '']) expect(lane({ is_active }, 'pending')).toBe('answer')
})

test('lets an order be marked ready only by true', () => {
  for (const can_mark_as_ready of ['true', 1, {}, null]) expect(lane({ can_mark_as_ready }, 'pending')).toBe('answer')
})

test('puts an order into the lane of its last action, whatever the service still shows', () => {
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
