import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AutoAccept, RuleReason } from '#contract/desk/rules.ts'
import { judgeOrder, outsideHours, type RuleFacts } from './auto-accept.ts'

const friday = Date.parse('2026-11-20T12:00:00Z')

const open: AutoAccept = {
  enabled: true,
  when: 'now',
  weekdays: [1, 2, 3, 4, 5, 6, 7],
  from: '00:00',
  to: '00:00',
  time_zone: 'UTC',
  max_total: null,
  max_pieces: null,
  max_open: null,
  requires_catalog: true,
  requires_presence: true,
}

const line = (fields: object = {}) => ({
  id: '11',
  price: 1000,
  quantity: 2,
  product: { id: '7', name: 'Rice', price: 1000, currency: 'IQD', is_available: true },
  customizations: null,
  ...fields,
})

const orderOf = (fields: object = {}) => ({
  id: '1',
  status: { key: 'pending' },
  total: 5500,
  total_quantity: '2',
  currency: 'IQD',
  items: [line()],
  ...fields,
})

const item = (fields: object = {}) => ({
  id: 7,
  price: 1000,
  discounted_price: null,
  stock: 9,
  is_active: true,
  is_available: true,
  is_virtual: false,
  ...fields,
})

const catalogOf = (fields: object = {}, state: 'whole' | 'growing' | 'short' = 'whole'): RuleFacts['catalog'] => ({
  matches: [{ line: '11', by: 'reference', item: item(fields) }],
  catalog_state: state,
})

const factsOf = (facts: Partial<RuleFacts> = {}, order: object = {}, record: object = {}): RuleFacts => ({
  record: { orderId: '1', order: orderOf(order), backAt: null, isDigital: false, lastDone: null, ...record },
  at: friday,
  catalog: catalogOf(),
  isAnybodyThere: true,
  openOrders: 1,
  ...facts,
})

const empty: RuleFacts['catalog'] = { matches: [], catalog_state: 'whole' }
const asked = { action: 'reject', outcome: 'done', by: null, at: 1, isQuestion: true }

test.each<readonly [RuleReason, string, Partial<AutoAccept>, RuleFacts]>([
  ['fits', 'that meets all conditions', { max_total: 5500, max_pieces: 2, max_open: 1 }, factsOf()],
  ['off', 'while the rule is off', { enabled: false }, factsOf()],
  ['weekday', 'on another day', { weekdays: [1, 2, 3, 4] }, factsOf()],
  ['hours', 'outside the hours', { from: '08:00', to: '12:00' }, factsOf()],
  ['came_back', 'that came back', {}, factsOf({}, {}, { backAt: 5 })],
  ['came_back', 'about which the customer was asked', {}, factsOf({}, {}, { lastDone: asked })],
  ['total', 'of a larger total', { max_total: 5499.99 }, factsOf()],
  ['fits', 'whose total is a number in a text', { max_total: 5500 }, factsOf({}, { total: '5500' })],
  ['unreadable', 'of an unknown total', { max_total: 5500 }, factsOf({}, { total: 'much' })],
  ['unreadable', 'without a total', { max_total: 5500 }, factsOf({}, { total: null })],
  ['fits', 'of an unknown total without a limit', {}, factsOf({}, { total: 'much' })],
  ['pieces', 'of more pieces by its lines', { max_pieces: 1 }, factsOf({}, { total_quantity: '1' })],
  ['pieces', 'of more pieces by its own figure', { max_pieces: 2 }, factsOf({}, { total_quantity: '3' })],
  ['fits', 'without its own figure', { max_pieces: 2 }, factsOf({}, { total_quantity: null })],
  ['unreadable', 'of an unknown figure', { max_pieces: 2 }, factsOf({}, { total_quantity: 'two' })],
  ['unreadable', 'of an unknown quantity', { max_pieces: 9 }, factsOf({}, { items: [line({ quantity: 'some' })] })],
  ['notes', 'with notes', {}, factsOf({}, { items: [line({ customizations: { note: 'Ripe' } })] })],
  ['notes', 'with notes of another shape', {}, factsOf({}, { items: [line({ customizations: [[false]] })] })],
  ['fits', 'with empty notes', {}, factsOf({}, { items: [line({ customizations: { note: null, list: [] } })] })],
  ['notes', 'with a note on the whole order', {}, factsOf({}, { customer_note: 'Ring twice' })],
  ['unreadable', 'with a line that cannot be read', {}, factsOf({}, { items: [line(), 'rice'] })],
  ['unreadable', 'without lines', {}, factsOf({}, { items: [] })],
  ['unreadable', 'that was never read', {}, factsOf({}, {}, { order: null })],
  ['digital', 'that is digital', {}, factsOf({}, {}, { isDigital: true })],
  [
    'digital',
    'with a digital item',
    { requires_catalog: false },
    factsOf({ catalog: catalogOf({ is_virtual: true }) }),
  ],
  ['not_in_catalog', 'with an unknown line', {}, factsOf({ catalog: empty })],
  ['fits', 'with an unknown line if that is allowed', { requires_catalog: false }, factsOf({ catalog: empty })],
  ['catalog_unread', 'while the catalog is read', {}, factsOf({ catalog: { ...empty, catalog_state: 'growing' } })],
  [
    'catalog_unread',
    'while it may be digital',
    { requires_catalog: false },
    factsOf({ catalog: { ...empty, catalog_state: 'growing' } }),
  ],
  ['catalog_unread', 'with half a catalog', {}, factsOf({ catalog: { ...empty, catalog_state: 'short' } })],
  ['fits', 'with half a catalog that has its lines', {}, factsOf({ catalog: catalogOf({}, 'growing') })],
  ['not_available', 'of what is sold out', {}, factsOf({ catalog: catalogOf({ stock: 0 }) })],
  ['not_available', 'of more than there is', {}, factsOf({ catalog: catalogOf({ stock: 1 }) })],
  ['not_available', 'of what is not offered', {}, factsOf({ catalog: catalogOf({ is_available: false }) })],
  ['not_available', 'of what is no longer sold', {}, factsOf({ catalog: catalogOf({ is_active: false }) })],
  [
    'not_available',
    'whose product says so',
    {},
    factsOf({}, { items: [line({ product: { price: 1000, is_available: false } })] }),
  ],
  ['price', 'of another price', {}, factsOf({ catalog: catalogOf({ price: 1100 }) })],
  ['price', 'of a line with another price', {}, factsOf({}, { items: [line({ price: 900 })] })],
  ['fits', 'whose line has the price of all pieces', {}, factsOf({}, { items: [line({ price: 2000 })] })],
  ['price', 'without a price', {}, factsOf({}, { items: [line({ product: { name: 'Rice' } })] })],
  ['price', 'at the full price during a discount', {}, factsOf({ catalog: catalogOf({ discounted_price: 800 }) })],
  [
    'price',
    'in another currency',
    {},
    factsOf({}, { items: [line({ product: { price: 1000, currency: 'USD', is_available: true } })] }),
  ],
  ['nobody_there', 'with nobody there', {}, factsOf({ isAnybodyThere: false })],
  ['fits', 'with nobody there if that is allowed', { requires_presence: false }, factsOf({ isAnybodyThere: false })],
  ['open_orders', 'beside too many others', { max_open: 3 }, factsOf({ openOrders: 4 })],
  ['fits', 'beside as many as allowed', { max_open: 3 }, factsOf({ openOrders: 3 })],
])('answers %s for an order %s', (because, _why, rule, facts) => {
  expect(judgeOrder({ ...open, ...rule }, facts)).toBe(because)
})

describe('outsideHours', () => {
  const night = { ...open, weekdays: [5], from: '22:00', to: '02:00' }
  test.each([
    ['2026-11-20T21:59:00Z', night, 'hours'],
    ['2026-11-20T22:00:00Z', night, undefined],
    ['2026-11-21T01:59:00Z', night, undefined],
    ['2026-11-21T02:00:00Z', night, 'weekday'],
    ['2026-11-20T01:00:00Z', night, 'weekday'],
    ['2026-11-22T20:30:00Z', { ...open, weekdays: [7] }, undefined],
    // In Baghdad it is Monday already.
    ['2026-11-22T21:30:00Z', { ...open, weekdays: [7], time_zone: 'Asia/Baghdad' }, 'weekday'],
    ['2026-11-20T06:30:00Z', { ...open, from: '09:00', to: '10:00', time_zone: 'Asia/Baghdad' }, undefined],
  ] as const)('at %s', (at, rule, expected) => {
    expect(outsideHours({ ...rule, weekdays: [...rule.weekdays] }, Date.parse(at))).toBe(expected)
  })
})

test('accepts no order that its conditions exclude, as they are stated here', () => {
  const limit = (max: number) => fc.option(fc.integer({ min: max / 2, max }), { nil: null })
  const rules = fc.record({
    weekdays: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 4 }),
    hours: fc.tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 23 })),
    max_total: limit(10_000),
    max_pieces: limit(6),
    max_open: limit(6),
    requires_catalog: fc.boolean(),
    requires_presence: fc.boolean(),
  })
  const orders = fc.record({
    at: fc.integer({ min: friday, max: friday + 7 * 86_400_000 }),
    total: fc.oneof(
      { weight: 5, arbitrary: fc.integer({ min: 1, max: 12_000 }) },
      { weight: 1, arbitrary: fc.constantFrom('x', null, -1) },
    ),
    quantity: fc.integer({ min: 1, max: 7 }),
    told: fc.integer({ min: 0, max: 8 }),
    note: fc.constantFrom(null, null, null, [], 'Ripe', false, { a: { b: 1 } }),
    isVirtual: fc.constantFrom(false, false, false, true),
    isKnown: fc.constantFrom(true, true, false),
    state: fc.constantFrom('whole', 'growing', 'short'),
    price: fc.constantFrom(1000, 1000, 999),
    stock: fc.constantFrom(0, 5, 9, 9),
    isAnybodyThere: fc.boolean(),
    openOrders: fc.integer({ min: 1, max: 8 }),
    backAt: fc.constantFrom(null, null, null, 5),
  })
  const accepted = { count: 0 }
  fc.assert(
    fc.property(rules, orders, ({ hours: [from, to], ...rule }, given) => {
      const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`
      const because = judgeOrder(
        { ...open, ...rule, from: clock(from), to: clock(to) },
        factsOf(
          {
            at: given.at,
            isAnybodyThere: given.isAnybodyThere,
            openOrders: given.openOrders,
            catalog: {
              matches: given.isKnown ? catalogOf({ is_virtual: given.isVirtual, stock: given.stock }).matches : [],
              catalog_state: given.state,
            },
          },
          {
            total: given.total,
            total_quantity: String(given.told),
            items: [
              line({
                quantity: given.quantity,
                customizations: given.note,
                price: given.price,
                product: { price: given.price },
              }),
            ],
          },
          { backAt: given.backAt },
        ),
      )
      if (because !== 'fits') return
      accepted.count += 1
      const date = new Date(given.at)
      const hour = date.getUTCHours()
      const day = from > to && hour < to ? new Date(given.at - 86_400_000).getUTCDay() : date.getUTCDay()
      expect(rule.weekdays).toContain(day === 0 ? 7 : day)
      expect(from === to || (from < to ? hour >= from && hour < to : hour >= from || hour < to)).toBe(true)
      if (rule.max_total !== null) expect(given.total).toBeLessThanOrEqual(rule.max_total)
      if (rule.max_pieces !== null) expect(Math.max(given.quantity, given.told)).toBeLessThanOrEqual(rule.max_pieces)
      if (rule.max_open !== null) expect(given.openOrders).toBeLessThanOrEqual(rule.max_open)
      expect([null, []]).toContainEqual(given.note)
      expect(given.isKnown && given.isVirtual).toBe(false)
      expect(given.backAt).toBeNull()
      if (rule.requires_presence) expect(given.isAnybodyThere).toBe(true)
      if (!rule.requires_catalog) return
      expect(given.isKnown).toBe(true)
      expect(given.price).toBe(1000)
      expect(given.stock).toBeGreaterThanOrEqual(given.quantity)
    }),
    { numRuns: 3000 },
  )
  expect(accepted.count).toBeGreaterThan(30)
})
