import { expect, test } from 'vitest'
import type { Action } from '#contract/desk/action.ts'
import { Unreadable } from '#contract/salvage.ts'
import type { ReadOrder } from '#contract/vendor/order.ts'
import { judge, snapshotOf, type Verdict } from './judge.ts'

const order = (key: string | undefined, more: Partial<ReadOrder> = {}): ReadOrder => ({
  id: '1',
  is_active: true,
  can_mark_as_ready: false,
  ...(key !== undefined && { status: { key } }),
  ...more,
})
const preparing = order('preparing', { can_mark_as_ready: true })
const unreadable = order(undefined, { status: new Unreadable('gone') })
const rejected = order('rejected', { is_active: false })
const cancelled = order('cancelled', { is_active: false })
const calledOff = order('cancelled_by_customer', { is_active: false })
const completed = order('completed', { is_active: false })

const aliased = (key: string, ...aliases: string[]) => order(key, { status: { key, aliases } })

type Row = readonly [action: Action, before: ReadOrder | undefined, after: ReadOrder, verdict: Verdict, says: string]

const table: readonly Row[] = [
  ['accept', order('pending'), preparing, 'done', 'it may become ready'],
  ['accept', undefined, preparing, 'done', 'it may become ready, and was never read before'],
  ['accept', preparing, preparing, 'unchanged', 'it was accepted before already'],
  ['accept', order('pending'), order('confirmed'), 'done', 'its key moved on'],
  ['accept', undefined, order('confirmed'), 'done', 'its key is not pending'],
  ['accept', order('pending'), order('pending'), 'unchanged', 'it is pending still'],
  ['accept', undefined, order('pending'), 'unchanged', 'it is pending, and was never read before'],
  ['accept', order('contact'), order('pending'), 'unchanged', 'the customer answered, and it is pending again'],
  ['accept', order('new'), order('new'), 'unchanged', 'it has the key that it had'],
  ['accept', order('contact'), order('contact'), 'unchanged', 'it waits for the customer as before'],
  ['accept', order('pending'), order('contact'), 'elsewhere', 'somebody rejected items'],
  ['accept', order('pending'), cancelled, 'elsewhere', 'it was cancelled'],
  ['accept', order('pending'), rejected, 'elsewhere', 'it was rejected'],
  ['accept', order('pending'), order('cancelled'), 'elsewhere', 'it was cancelled, and says that it is active'],
  ['accept', order('pending'), order('rejected', { is_active: undefined }), 'elsewhere', 'it was rejected, by its key'],
  ['accept', order('pending'), order('expired'), 'elsewhere', 'it ran out'],
  ['reject', order('pending'), order('rejected'), 'done', 'it is marked rejected, and says that it is active'],
  ['reject', order('pending'), order('cancelled', { is_active: undefined }), 'done', 'it is over, by its key'],
  ['reject', order('rejected'), order('rejected'), 'unchanged', 'it was marked rejected before'],
  ['reject', order('contact'), order('rejected'), 'done', 'it is marked rejected, and nobody cancelled it'],
  ['ready', preparing, order('cancelled'), 'elsewhere', 'it was cancelled, and says that it is active'],
  ['accept', order('pending'), unreadable, 'unclear', 'its status cannot be read'],
  ['accept', order('pending'), order(undefined), 'unclear', 'it has no status'],
  [
    'accept',
    order('pending'),
    order(undefined, { can_mark_as_ready: true }),
    'done',
    'it may become ready, without a status',
  ],
  ['accept', unreadable, order('pending'), 'unchanged', 'it is pending, and could not be read before'],

  ['reject', order('pending'), rejected, 'done', 'it is closed'],
  ['reject', order('pending'), order('contact'), 'done', 'the customer is asked'],
  ['reject', order('pending'), order('pending'), 'unchanged', 'it is pending still'],
  ['reject', preparing, preparing, 'unchanged', 'it is being prepared as before'],
  ['reject', order('contact'), order('pending'), 'unchanged', 'the customer answered, and it is pending again'],
  ['reject', order('contact'), order('contact'), 'unchanged', 'it waits for the customer as before, and is not closed'],
  ['reject', order('contact'), rejected, 'done', 'it is closed, and nobody cancelled it'],
  ['reject', order('contact'), cancelled, 'elsewhere', 'the customer may have given up'],
  ['reject', order('contact'), calledOff, 'elsewhere', 'the customer may have given up, under another key'],
  ['reject', rejected, rejected, 'unchanged', 'it was over before already'],
  ['reject', order('pending'), preparing, 'elsewhere', 'somebody accepted it'],
  ['reject', preparing, order('ready'), 'elsewhere', 'somebody marked it as ready'],
  ['reject', order('pending'), unreadable, 'unclear', 'its status cannot be read'],
  ['reject', order('pending'), order(undefined, { is_active: false }), 'done', 'it is closed, without a status'],

  ['ready', preparing, order('ready'), 'done', 'it may no longer become ready, and its key moved on'],
  ['ready', preparing, completed, 'done', 'it was handed over already'],
  ['ready', completed, completed, 'unchanged', 'it was over before already'],
  ['ready', preparing, preparing, 'unchanged', 'it may become ready still'],
  ['ready', preparing, order('preparing'), 'unchanged', 'it has the key that it had'],
  ['ready', preparing, order('pending'), 'unchanged', 'it is pending'],
  ['ready', preparing, cancelled, 'elsewhere', 'it was cancelled'],
  ['ready', preparing, calledOff, 'elsewhere', 'it was cancelled, under another key'],
  ['ready', preparing, unreadable, 'unclear', 'its status cannot be read'],
  [
    'ready',
    preparing,
    order(undefined, { can_mark_as_ready: true }),
    'unchanged',
    'it may become ready, without a status',
  ],
]

const underAliases: readonly Row[] = [
  ['accept', aliased('s1', 'pending'), aliased('s2', 'pending'), 'unchanged', 'it is pending under another key'],
  ['accept', order('pending'), aliased('s1', 'cancelled'), 'elsewhere', 'it was cancelled'],
  ['accept', aliased('s1', 'pending'), aliased('s4', 'contact'), 'elsewhere', 'somebody rejected items'],
  ['reject', order('pending'), aliased('s3', 'rejected'), 'done', 'it is marked rejected'],
  ['reject', order('pending'), aliased('s4', 'contact'), 'done', 'the customer is asked'],
  ['reject', aliased('s4', 'contact'), aliased('s1', 'pending'), 'unchanged', 'the customer answered'],
  ['ready', preparing, aliased('s5', 'ready'), 'done', 'its key moved on'],
  ['ready', preparing, aliased('s1', 'cancelled'), 'elsewhere', 'it was cancelled'],
]

test.each([...table, ...underAliases])(
  '%s: %o, read again as %o, is judged %s: %s',
  (action, before, after, verdict) => {
    expect(judge(action, before ? snapshotOf(before) : null, after)).toBe(verdict)
  },
)

test('treats an order with unreadable activity as active', () => {
  const after = order('pending', { is_active: new Unreadable('yes') })
  expect(judge('reject', snapshotOf(order('pending')), after)).toBe('unchanged')
})

test('detects a change in the last of very many lines', () => {
  const lines = (last: number) => ({
    items: Array.from({ length: 2000 }, (_, index) => ({ id: `line-${index}`, quantity: index < 1999 ? 1 : last })),
  })
  const before = snapshotOf(order('pending', lines(1)), true)
  expect(judge('reject', before, order('pending', lines(2)))).toBe('done')
  expect(judge('reject', before, order('pending', lines(1)))).toBe('unchanged')
})

test('judges a rejection of items as done if the lines have changed since', () => {
  const lines = (...quantities: number[]) => ({
    items: quantities.map((quantity, id) => ({ id: String(id), quantity })),
  })
  const before = snapshotOf(order('pending', lines(1, 2)), true)
  expect(judge('reject', before, order('pending', lines(1)))).toBe('done')
  expect(judge('reject', before, order('pending', lines(1, 3)))).toBe('done')
  expect(judge('reject', before, order('pending', lines(1, 2)))).toBe('unchanged')
  const whole = snapshotOf(order('pending', lines(1, 2)))
  expect(judge('reject', whole, order('pending', lines(1)))).toBe('unchanged')
})

test('does not judge a second rejection of items by the customer’s answer to the first', () => {
  const lines = { items: [{ id: '1', quantity: 1 }] }
  const before = snapshotOf(order('contact', lines), true)
  expect(judge('reject', before, order('contact', lines))).toBe('unclear')
  expect(judge('reject', before, order('pending', lines))).toBe('unchanged')
  expect(judge('reject', before, order('pending', { items: [] }))).toBe('unchanged')
  expect(judge('reject', before, cancelled)).toBe('elsewhere')
  expect(judge('reject', before, rejected)).toBe('elsewhere')
  expect(judge('reject', before, preparing)).toBe('elsewhere')
})
