import { expect, test } from 'vitest'
import type { OrderRow } from '#contract/desk/inbox.ts'
import { lineKey, orderItems, readOrder } from '#contract/vendor/order.ts'
import { rowOf } from '#testing/row-of.ts'
import { isShownTo, lineCategoriesOf, rowForRole, stationOrder } from './role-rows.ts'

const by = { person: 'Sara', tablet: 'Counter' }
const mark = { by, at: '2026-11-20T12:00:00Z', code_matched: true }

const item = (more: object = {}) => ({
  id: '11',
  price: 5,
  quantity: 2,
  product: {
    id: '3',
    name: 'Bread',
    vendor_reference_id: 'R',
    barcode: 'B',
    featured_image: 'p',
    images: ['q'],
    price: 5,
  },
  customizations: { note: 'warm', price: 1 },
  ...more,
})
const order = (more: object = {}) => ({
  id: '7',
  print_order_number: 'A-7',
  created_at: '2026-11-20T11:59:00Z',
  is_active: true,
  is_pickup: false,
  can_mark_as_ready: true,
  total: 10,
  customer: { id: '1', name: 'Layla' },
  status: {
    key: 'preparing',
    title: 'Preparing',
    created_at: null,
    aliases: ['x'],
    decoration: { border_color: 'red' },
  },
  items: [item()],
  ...more,
})
const full: OrderRow = rowOf('7', {
  lane: 'preparing',
  order: order(),
  problem: 'vendor',
  told_id: 'a/7',
  answering: { by, until: mark.at },
  acknowledged: { by, until: mark.at },
  last_action: { action: 'accept', outcome: 'done', by, at: mark.at },
  last_done: { action: 'accept', at: mark.at, by },
  before_change: [item()],
  is_digital: true,
  picks: [{ line: '11', state: 'picked', by, at: mark.at }],
  prints: 3,
  accepted_at: mark.at,
  ready_at: null,
  version: 5,
  is_on_board: true,
})

test.each<[string, Partial<OrderRow>, boolean, boolean]>([
  ['waits for its answer', { lane: 'answer' }, false, false],
  ['is with the customer', { lane: 'contact' }, true, true],
  ['is in preparation', { lane: 'preparing' }, true, true],
  ['is ready', { lane: 'ready' }, true, true],
  ['is handed over', { lane: 'ready', handed_over: mark }, true, false],
  ['came back', { lane: 'ready', handed_over: mark, returned: mark }, true, true],
  ['was handed over too soon', { lane: 'preparing', handed_over: mark }, true, true],
  ['has an unknown status', { lane: 'other' }, false, false],
  ['was cancelled in hand', { lane: 'closed', problem: 'cancelled' }, true, false],
  ['is closed', { lane: 'closed', is_on_board: false }, false, false],
  [
    'was cancelled in hand, which somebody saw',
    { lane: 'closed', problem: 'cancelled', is_on_board: false },
    false,
    false,
  ],
])('an order that %s is for a station and a display: %j %s %s', (_, more, onStation, onDisplay) => {
  const row = { ...full, problem: null, ...more }
  expect(isShownTo('counter', row)).toBe(true)
  expect(isShownTo('station', row)).toBe(onStation)
  expect(isShownTo('display', row)).toBe(onDisplay)
  expect(rowForRole('station', row) !== null).toBe(onStation)
  expect(rowForRole('display', row) !== null).toBe(onDisplay)
})

const empty = {
  order_id: '7',
  received_at: full.received_at,
  respond_by: null,
  read_at: null,
  lane: 'preparing',
  problem: null,
  told_id: null,
  answering: null,
  acknowledged: null,
  last_action: null,
  last_done: null,
  outcome: null,
  before_change: null,
  picks: [],
  handed_over: null,
  returned: null,
  prints: 0,
  accepted_at: null,
  ready_at: null,
  version: 5,
  is_on_board: true,
}

test('a display has the numbers and the state, and nothing else', () => {
  expect(rowForRole('display', full)).toEqual({ ...empty, order: { id: '7', print_order_number: 'A-7' } })
  expect(rowForRole('display', { ...full, order: null })).toEqual({ ...empty, order: null })
})

test('a station has lines, notes, marks and times, and no price or customer', () => {
  expect(rowForRole('station', full, { '11': ['4'] })).toEqual({
    ...empty,
    answering: full.answering,
    last_action: full.last_action,
    last_done: full.last_done,
    picks: full.picks,
    accepted_at: full.accepted_at,
    line_categories: { '11': ['4'] },
    order: {
      id: '7',
      print_order_number: 'A-7',
      created_at: '2026-11-20T11:59:00Z',
      is_active: true,
      is_pickup: false,
      can_mark_as_ready: true,
      status: { key: 'preparing', title: 'Preparing', created_at: null, aliases: ['x'] },
      items: [
        {
          id: '11',
          quantity: 2,
          customizations: { note: 'warm' },
          product: {
            id: '3',
            name: 'Bread',
            vendor_reference_id: 'R',
            barcode: 'B',
            featured_image: 'p',
            images: ['q'],
          },
        },
      ],
    },
  })
})

test('hides what it cannot read, and keeps the keys of the lines', () => {
  const data = order({
    print_order_number: { customer: 'Layla' },
    status: { key: ['Layla'], title: 'x', aliases: ['x', { name: 'Layla' }] },
    items: { 0: 'Layla', 2: item({ id: { name: 'Layla' } }), 3: item({ quantity: '1.5 kg', product: 'Layla' }) },
  })
  const shown = stationOrder('7', data)
  expect(JSON.stringify(shown)).not.toContain('Layla')
  const keysOf = (of: unknown) => {
    const read = readOrder('7', of)
    return read && orderItems(read).map(lineKey)
  }
  expect(keysOf(shown)).toEqual(keysOf(data))
  expect(keysOf(shown)).toEqual(['unreadable-0', 'line-1', '11'])
  expect(shown).toMatchObject({ items: [null, {}, { quantity: '1.5 kg' }] })
  expect(stationOrder('7', order({ items: 'Layla' }))).toMatchObject({ items: '' })
  for (const other of [null, 'x', [], order({ id: '8' })]) expect(stationOrder('7', other)).toBeNull()
})

test('finds the categories of lines by the catalog, and leaves out what is not known', () => {
  const data = order({ items: [item(), item({ id: '12' }), item({ id: '13' }), item({ id: '14' })] })
  const matches = [
    { line: '11', by: 'reference', item: { category_ids: [4, 5] } },
    { line: '12', by: 'reference', item: { category_ids: [] } },
    { line: '13', by: 'reference', item: { category_ids: [4, 'x'] } },
    { line: '99', by: 'reference', item: { category_ids: [6] } },
  ]
  expect(lineCategoriesOf('7', data, { matches })).toEqual({ '11': ['4', '5'] })
  expect(lineCategoriesOf('7', null, { matches })).toEqual({})
})
