import { expect, test } from 'vitest'
import type { OrderRow } from '#contract/desk/inbox.ts'
import type { PickState } from '#contract/desk/marks.ts'
import { Failure } from '#web/api/http/failure.ts'
import { rowOf } from '#testing/row-of.ts'
import { countsOf } from './all-day.ts'
import { scanTickets } from './scan-tickets.ts'
import { type Ticket, ticketOf, ticketsOf } from './tickets.ts'

const all = { categoryIds: null, coveredIds: null }
const by = { person: 'Sara', tablet: 'Till' }
const at = '2026-11-20T12:00:00Z'

const line = (id: string, name: string, quantity: unknown = 1, product: object = {}) => ({
  id,
  quantity,
  customizations: null,
  product: { id: name, name, ...product },
})

type Lines = readonly ReturnType<typeof line>[]

/** A row in preparation; `picks` by line. */
const row = (id: string, items: Lines, picks: Readonly<Record<string, PickState>> = {}, more: Partial<OrderRow> = {}) =>
  rowOf(id, {
    lane: 'preparing',
    order: { id, print_order_number: `A-${id}`, items },
    picks: Object.entries(picks).map(([key, state]) => ({ line: key, state, by, at })),
    accepted_at: at,
    ...more,
  })

const milk = line('m', 'Milk', 2)
const bread = line('b', 'Bread')

test.each([
  ['open', {}, {}],
  ['open', { m: 'picked' }, {}],
  ['open', { m: 'missing' }, {}],
  ['done', { m: 'picked', b: 'picked' }, {}],
  ['missing', { m: 'picked', b: 'missing' }, {}],
  ['deciding', { m: 'missing' }, { lane: 'contact' }],
  ['cancelled', {}, { lane: 'closed', problem: 'cancelled' }],
] as const)('an order is %s with %j %j', (state, picks, more) => {
  expect(ticketOf(row('1', [milk, bread], picks, more), all)?.state).toBe(state)
})

test.each(['answer', 'ready', 'other', 'closed'] as const)('shows no order of the lane %s', (lane) => {
  expect(ticketOf(row('1', [milk], {}, { lane }), all)).toBeUndefined()
})

const grill = { categoryIds: ['1'], coveredIds: ['1', '2'] }
const categories = { m: ['1'], b: ['2'] }

test('shows a station the lines of its categories and says when others are not done', () => {
  const of = (picks: Readonly<Record<string, PickState>>) =>
    ticketOf(row('1', [milk, bread], picks, { line_categories: categories }), grill)
  expect(of({})?.lines.map(({ name }) => name)).toEqual(['Milk'])
  expect([of({})?.state, of({ m: 'picked' })?.state]).toEqual(['open', 'elsewhere'])
  expect(of({ m: 'picked', b: 'picked' })?.state).toBe('done')
  expect(of({ m: 'picked', b: 'missing' })).toMatchObject({ state: 'missing', missing: 1 })
})

test('shows no ticket of which no line is the station’s, but one whose lines cannot be read', () => {
  expect(ticketOf(row('1', [bread], {}, { line_categories: categories }), grill)).toBeUndefined()
  const unread = row('1', [], {}, { order: null })
  expect(ticketOf(unread, grill)).toMatchObject({ lines: [], state: 'open', number: '1' })
})

test('counts a mark on its way, and not one that failed', () => {
  const state = (attempts: Parameters<typeof ticketOf>[2]) => ticketOf(row('1', [bread]), all, attempts)?.state
  expect(state(new Map([['b', { state: 'picked' }]]))).toBe('done')
  expect(state(new Map([['b', { state: 'picked', failure: new Failure('no_contact', '') }]]))).toBe('open')
  expect(
    ticketOf(row('1', [bread], { b: 'picked' }), all, new Map([['b', { state: null }]]))?.lines[0]?.state,
  ).toBeNull()
})

const minutes = (count: number) => new Date(Date.parse(at) + count * 60_000).toISOString()
const idsOf = (tickets: readonly Ticket[]) => tickets.map(({ orderId }) => orderId)

test('sorts by acceptance, then those that wait for the customer, then for others', () => {
  const rows = [
    row('4', [bread], {}, { lane: 'contact', accepted_at: minutes(1) }),
    row('5', [milk, bread], { m: 'picked' }, { accepted_at: minutes(0), line_categories: categories }),
    row('3', [milk], {}, { accepted_at: minutes(3) }),
    row('2', [milk], { m: 'picked' }, { accepted_at: minutes(2) }),
    row('1', [milk], {}, { accepted_at: null, received_at: minutes(-1) }),
  ]
  expect(idsOf(ticketsOf(rows, grill, true))).toEqual(['1', '2', '3', '4', '5'])
  // Nobody could mark the second as ready here.
  expect(idsOf(ticketsOf(rows, grill, false))).toEqual(['1', '3', '4', '5', '2'])
})

test('counts what is to be prepared over all tickets, the most first', () => {
  const rows = [
    row('1', [milk, bread, line('w', 'Cheese', 0.1)]),
    row('2', [line('x', 'Bread', 4), line('y', 'Milk', 1), line('w', 'Cheese', 0.2)], { y: 'missing' }),
    row('3', [line('x', 'Bread', 2)], { x: 'picked' }),
    row('4', [line('x', 'Bread', 'many')]),
    row('5', [bread], {}, { lane: 'contact' }),
    row('6', [bread], {}, { lane: 'closed', problem: 'cancelled' }),
  ]
  expect(countsOf(ticketsOf(rows, all, true)).map(({ name, quantity, orders }) => [quantity, name, orders])).toEqual([
    [6, 'Bread', 3],
    [2, 'Milk', 1],
    [0.3, 'Cheese', 2],
  ])
})

test('counts only the lines of the station', () => {
  const rows = [row('1', [milk, bread], {}, { line_categories: categories })]
  expect(countsOf(ticketsOf(rows, grill, true)).map(({ name }) => name)).toEqual(['Milk'])
})

const found = (...orders: readonly (readonly [id: string, ...lines: string[]])[]) => ({
  orders: orders.map(([orderId, ...lines]) => ({ orderId, lines: lines.map((key) => ({ key })) })),
  reading: undefined,
})
const nothingPicked = () => false

test('a scan is for the oldest ticket that needs it', () => {
  const rows = [
    row('1', [bread], { b: 'picked' }, { accepted_at: minutes(0) }),
    row('2', [bread], {}, { accepted_at: minutes(1) }),
    row('3', [bread], {}, { accepted_at: minutes(2) }),
  ]
  const tickets = ticketsOf(rows, all, true)
  const scan = scanTickets(tickets, found(['3', 'b'], ['2', 'b'], ['1', 'b']), (id) => id === '1')
  expect(scan).toMatchObject({ ticket: { orderId: '2' }, result: { is: 'picked', line: 'b' } })
})

test('a scan that nobody needs any more, or that nobody has, is none', () => {
  const tickets = ticketsOf([row('1', [bread]), row('2', [milk], {}, { lane: 'contact' })], all, true)
  expect(scanTickets(tickets, found(['1', 'b']), () => true).result.is).toBe('surplus')
  expect(scanTickets(tickets, found(), nothingPicked)).toMatchObject({ ticket: undefined, result: { is: 'wrong' } })
  expect(scanTickets(tickets, found(['2', 'm']), nothingPicked).result.is).toBe('wrong')
  expect(scanTickets(tickets, found(['1']), nothingPicked)).toMatchObject({
    ticket: { orderId: '1' },
    result: { is: 'own' },
  })
})

test('a scan is never for a line of another station', () => {
  const tickets = ticketsOf([row('1', [milk, bread], {}, { line_categories: categories })], grill, true)
  expect(scanTickets(tickets, found(['1', 'b']), nothingPicked).result.is).toBe('wrong')
})
