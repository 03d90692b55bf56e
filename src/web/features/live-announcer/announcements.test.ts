import type { OrderRow } from '#contract/desk/inbox.ts'
import { rowOf as anyRowOf } from '#testing/row-of.ts'
import { createAnnouncements, createConnectionNews } from './announcements.ts'
import { expect, test } from 'vitest'

const rowOf = (id: string, lane: OrderRow['lane'], more: Partial<OrderRow> = {}) => anyRowOf(id, { lane, ...more })

const actedAt = (tablet: string, at = '2026-11-20T12:01:00Z'): Partial<OrderRow> => ({
  last_action: { action: 'accept', outcome: 'done', by: { person: 'Sara', tablet }, at },
})

const nothing = { arrived: [], changed: [], awaitsNumber: false }

/** The announcements of a tablet named Counter that has seen these rows. */
function watchFrom(...rows: OrderRow[]) {
  const announcements = createAnnouncements()
  const at =
    (shown?: string) =>
    (...next: OrderRow[]) =>
      announcements.since({ rows: next, left: new Map(), tablet: 'Counter', shown, now: 0 })
  return { announcements, first: at()(...rows), since: at(), sinceAt: at }
}

test('announces nothing for the first board or an unchanged one', () => {
  const { first, since } = watchFrom(rowOf('1', 'answer'))
  expect(first).toEqual(nothing)
  expect(since(rowOf('1', 'answer', { read_at: '2026-11-20T12:05:00Z' }))).toEqual(nothing)
})

test('announces a new order once', () => {
  const { since } = watchFrom()
  expect(since(rowOf('1', 'answer'), rowOf('2', 'answer'))).toEqual({ ...nothing, arrived: ['1', '2'] })
  expect(since(rowOf('1', 'answer'), rowOf('2', 'answer'))).toEqual(nothing)
})

const unread = rowOf('1', 'answer', { problem: 'unread' })
const read = rowOf('1', 'answer', { order: { id: '1', print_order_number: 'A-817' } })
const unreadable = rowOf('1', 'answer', { problem: 'vendor' })

test.each([
  ['with its number once that is read', [unread, read, read], ['waits', 'A-817', '']],
  ['by its id once it could not be read', [unread, unreadable, read], ['waits', '1', '']],
  ['by its id after 3 s', [unread, unread, unread, read], ['waits', 'waits', '1', '']],
  ['not at all if it left the board before', [unread], ['waits', '']],
])('announces a new order once, %s', (_when, rows, said) => {
  const announcements = createAnnouncements()
  const since = (now: number, next: readonly OrderRow[]) => {
    const { arrived, changed, awaitsNumber } = announcements.since({
      rows: next,
      left: new Map(),
      tablet: 'Counter',
      now,
    })
    return awaitsNumber ? 'waits' : [...arrived, ...changed.map(({ lane }) => lane)].join(' ')
  }
  since(0, [])
  expect(said.map((_said, look) => since(1500 * (look + 1), rows.slice(look, look + 1)))).toEqual(said)
})

test('announces a lane change and a closed order', () => {
  const { since } = watchFrom(rowOf('1', 'answer'))
  expect(since(rowOf('1', 'ready')).changed).toMatchObject([{ number: '1', lane: 'ready' }])
  expect(since().changed).toMatchObject([{ number: '1', lane: 'gone' }])
  expect(since()).toEqual(nothing)
})

test('does not announce a reopened order as new', () => {
  const { since } = watchFrom(rowOf('1', 'answer'))
  since()
  expect(since(rowOf('1', 'answer'))).toMatchObject({ arrived: [], changed: [{ lane: 'answer' }] })
})

test('announces a cancellation once, and not again when the order leaves', () => {
  const { since } = watchFrom(rowOf('1', 'preparing'))
  expect(since(rowOf('1', 'closed', { problem: 'cancelled' })).changed).toMatchObject([{ lane: 'cancelled' }])
  expect(since()).toEqual(nothing)
})

test('announces an own change made on a card', () => {
  const { since } = watchFrom(rowOf('1', 'answer'))
  expect(since(rowOf('1', 'preparing', actedAt('Counter'))).changed).toMatchObject([{ number: '1' }])
})

test('announces changes by others, but not those made on the order’s own screen', () => {
  const { since, sinceAt } = watchFrom(rowOf('1', 'answer'), rowOf('2', 'answer'))
  const mine = rowOf('1', 'preparing', actedAt('Counter'))
  expect(sinceAt('1')(mine, rowOf('2', 'preparing', actedAt('Kitchen'))).changed).toMatchObject([{ number: '2' }])
  // Later changes are not this tablet's.
  expect(since({ ...mine, lane: 'ready' }, rowOf('2', 'preparing')).changed).toMatchObject([
    { number: '1', lane: 'ready' },
  ])
})

test('announces an order closed elsewhere, but not one closed here', () => {
  const { announcements } = watchFrom(rowOf('1', 'answer'), rowOf('2', 'answer'))
  const left = new Map([
    ['1', rowOf('1', 'closed', actedAt('Counter'))],
    ['2', rowOf('2', 'closed', actedAt('Kitchen'))],
  ])
  expect(announcements.since({ rows: [], left, tablet: 'Counter', shown: '1', now: 0 }).changed).toMatchObject([
    { number: '2', lane: 'closed' },
  ])
})

test('remembers the latest 300 closed orders', () => {
  const { since } = watchFrom()
  const ids = Array.from({ length: 301 }, (_, index) => String(index))
  for (const id of ids) {
    since(rowOf(id, 'answer'))
    since()
  }
  expect(since(rowOf('300', 'answer')).arrived).toEqual([])
  expect(since(rowOf('300', 'answer'), rowOf('0', 'answer')).arrived).toEqual(['0'])
})

const live = { is: 'live' } as const
const lost = { is: 'lost', since: 0 } as const
const ok = { state: 'ok' } as const
const away = { state: 'lost', since: 0 } as const

test('announces a lost connection and its return once each', () => {
  const { since } = createConnectionNews()
  expect([since(ok, { is: 'begins' }), since(ok, live)]).toEqual([undefined, undefined])
  expect([since(away, lost), since(away, lost)]).toEqual(['announce.lost', undefined])
  expect([since(ok, live), since(ok, live)]).toEqual(['announce.back', undefined])
})

test('announces a lost feed, a vendor failure and a refused token differently', () => {
  const { since } = createConnectionNews()
  expect(since(ok, lost)).toBe('announce.late')
  expect(since({ state: 'vendor' }, live)).toBe('announce.vendor')
  expect(since({ state: 'token' }, lost)).toBe('announce.token')
  expect(since(ok, live)).toBe('announce.back')
})
