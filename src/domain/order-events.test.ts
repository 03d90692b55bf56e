import { type OrderRecord, recordOfNotification } from './order.ts'
import { expect, test } from 'vitest'
import type { Lane } from '#contract/desk/inbox.ts'
import {
  acceptedAtOf,
  isSameRecord,
  laneTimes,
  readyAtOf,
  withAction,
  withoutSecrets,
  withReading,
} from './order-events.ts'

const now = 1_000_000
const windowMs = 300_000
const fresh = recordOfNotification({ orderId: '7', toldId: null, itemIds: [], source: 'webhook', receivedAt: now }, 0)

const dataOf = (key: unknown, fields: Readonly<Record<string, unknown>> = {}) => ({
  id: '7',
  print_order_number: 'A-007',
  receipt_number: 'R77',
  is_active: true,
  can_mark_as_ready: key === 'preparing',
  items: [{ id: '70' }, { id: '71' }],
  ...fields,
  status: { key, aliases: fields['aliases'] },
})

/** An event of an order: a reading from the vendor, or an action of this desk. */
type Step = { readonly shown: unknown; readonly at?: number } | { readonly did: string; readonly outcome?: string }

const shown = (key: unknown, fields?: Readonly<Record<string, unknown>>, after = 0): Step => ({
  shown: dataOf(key, fields),
  at: now + after,
})
const did = (action: string, outcome = 'done'): Step => ({ did: action, outcome })

const follow = (
  steps: readonly Step[],
  first: OrderRecord = fresh,
  clocks: { readonly aheadMs?: number } = {},
): OrderRecord =>
  steps.reduce((record, step) => {
    if ('shown' in step) return withReading(step.shown, now, { record, now: step.at ?? now, windowMs, ...clocks })
    const action = { action: step.did, outcome: step.outcome ?? 'done', by: null, at: now }
    return withAction(action, { record, now, windowMs })
  }, first)

const inactive = { is_active: false, can_mark_as_ready: false }
const aliasPending = { aliases: ['pending'] }
const onItsWay = { can_mark_as_ready: false }

const histories: readonly (readonly [story: string, steps: readonly Step[], lane: Lane])[] = [
  ['it was never read', [], 'answer'],
  ['it is pending', [shown('pending')], 'answer'],
  ['it is pending and does not say whether it is active', [shown('pending', { is_active: null })], 'answer'],
  ['its customer is asked', [shown('contact')], 'contact'],
  ['it may be marked ready', [shown('preparing')], 'preparing'],
  ['it may be marked ready under an unknown key', [shown('cooking', { can_mark_as_ready: true })], 'preparing'],
  ['its key says that it is ready', [shown('ready_for_pickup')], 'ready'],
  ['it is not active', [shown('delivered', inactive)], 'closed'],
  ['it is not active, though pending', [shown('pending', inactive)], 'closed'],
  ['it is cancelled, and does not say whether it is active', [shown('cancelled', { is_active: null })], 'other'],
  ['it is marked rejected', [shown('pending'), shown('rejected')], 'other'],
  ['it is cancelled while it is prepared', [shown('preparing'), shown('cancelled')], 'other'],
  [
    'a key that nobody knows has the alias pending, for longer than the window',
    [shown('s1', aliasPending), shown('s1', aliasPending, windowMs + 1)],
    'answer',
  ],
  ['its unknown key has the alias contact', [shown('s4', { aliases: ['contact'] })], 'contact'],
  // Actions of this desk.
  ['an accept is confirmed while an alias still says pending', [did('accept'), shown('s1', aliasPending)], 'preparing'],
  ['an accept was confirmed while the service still says pending', [shown('pending'), did('accept')], 'preparing'],
  ['it is read as pending once more', [shown('pending'), did('accept'), shown('pending')], 'preparing'],
  ['it lags for long', [shown('pending'), did('accept'), shown('pending'), shown('pending')], 'preparing'],
  ['it was accepted before it was read', [did('accept'), shown('pending')], 'preparing'],
  ['the service has seen the accept', [shown('pending'), did('accept'), shown('preparing')], 'preparing'],
  ['an accept failed', [shown('pending'), did('accept', 'failed')], 'answer'],
  ['nobody knows what came of an accept', [shown('pending'), did('accept', 'unknown'), shown('pending')], 'answer'],
  ['an accept was confirmed after all', [shown('pending'), did('accept', 'unknown'), did('accept')], 'preparing'],
  ['a ready was confirmed while it may still be marked', [shown('preparing'), did('ready')], 'ready'],
  ['that is read once more', [shown('preparing'), did('ready'), shown('preparing')], 'ready'],
  ['a ready failed', [shown('preparing'), did('ready', 'failed')], 'preparing'],
  ['it was preparing and may no longer be marked', [shown('preparing'), shown('on_the_way', onItsWay)], 'ready'],
  ['it is on its way for long', [shown('preparing'), shown('out', onItsWay), shown('near', onItsWay)], 'ready'],
  ['a ready and then an unknown key', [shown('preparing'), did('ready'), shown('leaving')], 'ready'],
  ['it was rejected', [shown('pending'), did('reject'), shown('rejected', inactive)], 'closed'],
  // Failed attempts change nothing.
  [
    'a ready failed, and the accept has led to an unknown key',
    [shown('pending'), did('accept'), shown('taken'), did('ready', 'failed'), shown('taken')],
    'preparing',
  ],
  [
    'a second accept failed while the service still says pending',
    [shown('pending'), did('accept'), did('accept', 'failed'), shown('pending')],
    'preparing',
  ],
  // Back from the customer.
  ['it came back from the customer', [shown('pending'), did('reject'), shown('contact'), shown('pending')], 'answer'],
  [
    'it came back with other lines',
    [shown('pending'), did('reject'), shown('contact'), shown('pending', { items: [] })],
    'answer',
  ],
  [
    'it was accepted before the customer was asked',
    [shown('pending'), did('accept'), shown('contact'), shown('pending'), shown('pending')],
    'answer',
  ],
  [
    'it came back while nobody looked',
    [shown('pending'), did('accept'), shown('preparing'), shown('pending'), shown('pending')],
    'answer',
  ],
  [
    'it came back and was accepted again, while the service still says pending',
    [shown('contact'), shown('pending', { items: [] }), did('accept'), shown('pending', { items: [] })],
    'preparing',
  ],
  // Unknown status keys.
  ['a webhook’s order has an unknown key', [shown('new')], 'answer'],
  ['and its window is over', [shown('new', {}, windowMs)], 'other'],
  ['and its window is over while it is watched', [shown('new'), shown('new', {}, windowMs)], 'other'],
  ['and an answer to it failed', [shown('new'), did('accept', 'failed'), shown('new')], 'answer'],
  ['and it was accepted', [shown('new'), did('accept')], 'preparing'],
  ['and it was accepted a while ago', [shown('new'), did('accept'), shown('new'), shown('new')], 'preparing'],
  ['and it was accepted and moved on', [shown('pending'), did('accept'), shown('taken'), shown('out')], 'preparing'],
  ['and it was rejected', [shown('new'), did('reject'), shown('leaving')], 'other'],
]

test.each(histories)('picks the right lane where %s', (_story, steps, lane) => {
  expect(follow(steps).lane).toBe(lane)
})

test('does not ring for an order with an unknown status key that no webhook announced', () => {
  expect(follow([shown('new')], { ...fresh, source: 'opened' }).lane).toBe('other')
})

test('rings for a pending order however late it arrives', () => {
  expect(follow([shown('pending', {}, 10 * windowMs)]).lane).toBe('answer')
})

// Changes by the customer.

test('keeps the lines before the change until the order is answered', () => {
  const contact = follow([shown('pending'), did('reject'), shown('contact')])
  expect(contact.beforeChange).toBeNull()
  const back = follow([shown('pending', { items: [{ id: '70' }] })], contact)
  expect(back).toMatchObject({ lane: 'answer', beforeChange: [{ id: '70' }, { id: '71' }] })
  expect(follow([shown('pending', { items: [{ id: '70' }] })], back).beforeChange).toEqual(back.beforeChange)
  expect(follow([did('accept', 'failed')], back).beforeChange).toEqual(back.beforeChange)
  expect(follow([did('accept')], back).beforeChange).toBeNull()
  expect(follow([shown('preparing')], back).beforeChange).toBeNull()
})

test('shows no change for an order that came back unchanged', () => {
  expect(follow([shown('contact'), shown('pending')]).beforeChange).toBeNull()
})

test('starts from the current lines when the customer is asked again', () => {
  const shorter = { items: [{ id: '70' }] }
  const changed = follow([shown('pending'), shown('contact'), shown('pending', shorter)])
  expect(changed.beforeChange).not.toBeNull()
  const again = follow([did('reject'), shown('contact', shorter)], changed)
  expect(follow([shown('pending', shorter)], again).beforeChange).toBeNull()
  expect(follow([shown('pending', { items: [] })], again).beforeChange).toEqual([{ id: '70' }])
})

test('compares lines that changed during contact with those before', () => {
  const shorter = { items: [{ id: '70' }] }
  const asked = follow([shown('pending'), shown('contact'), shown('contact', shorter)])
  expect(follow([shown('pending', shorter)], asked).beforeChange).toEqual([{ id: '70' }, { id: '71' }])
  // Cancellation by the customer.
  expect(follow([shown('contact'), shown('pending')], asked).beforeChange).toBeNull()
})

// The end of an order.

test('records when an order closed, and keeps that time', () => {
  const closed = follow([shown('completed', inactive, 5)])
  expect(closed).toMatchObject({ lane: 'closed', problem: null, closedAt: now + 5 })
  expect(follow([shown('completed', inactive, 99)], closed).closedAt).toBe(now + 5)
})

test('keeps an order on the board that is cancelled during preparation', () => {
  const cancelled = follow([shown('preparing'), shown('cancelled', inactive)])
  expect(cancelled).toMatchObject({ lane: 'closed', problem: 'cancelled', closedAt: null })
  expect(follow([shown('cancelled', inactive)], cancelled)).toMatchObject({ problem: 'cancelled', closedAt: null })
})

test('keeps an order on the board that is rejected elsewhere during preparation', () => {
  const rejected = follow([shown('preparing'), shown('rejected', inactive)])
  expect(rejected).toMatchObject({ lane: 'closed', problem: 'cancelled', closedAt: null })
  const ours = follow([shown('preparing'), did('reject'), shown('rejected', inactive)])
  expect(ours).toMatchObject({ lane: 'closed', problem: null })
})

test('keeps a ready order on the board if cancelled before hand-over', () => {
  const ready = follow([shown('preparing'), shown('ready', onItsWay)])
  const cancelled = [shown('cancelled', inactive)]
  expect(follow(cancelled, ready)).toMatchObject({ lane: 'closed', problem: 'cancelled', closedAt: null })
  const handedOver = { by: { person: 'Sara', tablet: 'Counter' }, at: now, codeMatched: true }
  const out = follow(cancelled, { ...ready, marks: { ...ready.marks, handedOver } })
  expect(out).toMatchObject({ lane: 'closed', problem: null, closedAt: now })
  const back = follow(cancelled, { ...ready, marks: { ...ready.marks, returned: handedOver } })
  expect(back).toMatchObject({ problem: null, closedAt: now })
})

test('clears the acknowledgement when an order comes back from the customer', () => {
  const acknowledged = { by: { person: 'Sara', tablet: 'Counter' }, until: now + 45_000 }
  const seen = { ...follow([shown('pending')]), acknowledged }
  expect(follow([shown('pending')], seen).acknowledged).toEqual(acknowledged)
  expect(follow([shown('contact'), shown('pending')], seen).acknowledged).toBeNull()
})

test('keeps an order on the board that is cancelled after a failed rejection', () => {
  const cancelled = follow([shown('preparing'), did('reject', 'failed'), shown('cancelled', inactive)])
  expect(cancelled).toMatchObject({ lane: 'closed', problem: 'cancelled', closedAt: null })
})

test.each([
  ['cancelled before it was accepted', [shown('pending'), shown('cancelled', inactive)]],
  ['handed over', [shown('preparing'), shown('completed', inactive)]],
  ['rejected by us while it was prepared', [shown('preparing'), did('reject'), shown('cancelled', inactive)]],
  ['rejected by us, which was seen at once', [shown('preparing'), shown('cancelled', inactive), did('reject')]],
])('closes an order that was %s', (_what, steps) => {
  expect(follow(steps)).toMatchObject({ lane: 'closed', problem: null, closedAt: now })
})

test('reopens an order that is active again', () => {
  expect(follow([shown('completed', inactive), shown('pending')])).toMatchObject({ lane: 'answer', closedAt: null })
})

// Stored fields.

test('removes hand-over codes and payment forms of any shape', () => {
  const secrets = { pickup_otp: '0042', return_otp: 17, payment_method: { key: 'card', form: { number: '4111' } } }
  const { order } = follow([shown('pending', secrets)])
  expect(order).toEqual({ ...dataOf('pending'), payment_method: { key: 'card' } })
  for (const payment of [null, 'cash', 5, []])
    expect(withoutSecrets({ id: '7', payment_method: payment })).toEqual({ id: '7', payment_method: payment })
  const two = [{ key: 'card', form: { number: '4111' } }, [{ form: 'x' }], 5]
  expect(withoutSecrets({ payment_method: two })).toEqual({ payment_method: [{ key: 'card' }, [{}], 5] })
  expect(withoutSecrets({ id: '7' })).toEqual({ id: '7' })
  for (const odd of [null, 'x', 5, [1]]) expect(withoutSecrets(odd)).toEqual(odd)
})

test('indexes the three numbers in lower case', () => {
  expect(follow([shown('pending')]).numbers).toBe('7 a-007 r77')
  expect(follow([shown('pending', { receipt_number: null, print_order_number: 5 })]).numbers).toBe('7 5')
  expect(fresh.numbers).toBe('7')
})

test('indexes numbers in Western digits', () => {
  expect(follow([shown('pending', { print_order_number: 'أ-٠٠۷' })]).numbers).toBe('7 أ-007 r77')
  const notification = { orderId: 'unsafe-1', toldId: 'A/٤', itemIds: [], source: 'webhook', receivedAt: now } as const
  expect(recordOfNotification(notification, 0).numbers).toBe('unsafe-1 a/4')
})

test.each([null, [], 'x', { id: '8' }])('keeps the known order if the data is %j', (data) => {
  const known = follow([shown('preparing')])
  expect(follow([{ shown: data }], known)).toEqual({ ...known, problem: 'unreadable' })
})

test('keeps all other fields if one is unreadable', () => {
  const record = follow([shown('pending', { items: 'x', total: 'y', customer: null, created_at: 5 })])
  expect(record).toMatchObject({ lane: 'answer', problem: null, order: { items: 'x', total: 'y' } })
})

test('indexes an order with an unsafe id by the id as received', () => {
  const notification = { orderId: 'unsafe-1', toldId: 'A/B', itemIds: [], source: 'webhook', receivedAt: now } as const
  expect(recordOfNotification(notification, 0)).toMatchObject({ problem: 'bad_id', lane: 'answer' })
  expect(recordOfNotification(notification, 0).numbers).toContain('a/b')
})

test('ignores reading time and version in comparisons', () => {
  const record = follow([shown('pending')])
  expect(isSameRecord(record, { ...record, readAt: 5, version: 9 })).toBe(true)
  expect(isSameRecord(record, { ...record, problem: 'vendor' })).toBe(false)
  expect(isSameRecord(record, follow([shown('pending', { total: 5 })]))).toBe(false)
})

test.each([
  ['waits', [shown('pending')]],
  ['is at its customer', [shown('contact')]],
  ['is prepared', [shown('preparing')]],
] as const)('keeps the lane of an order that %s if the answer lacks it', (_how, steps) => {
  const before = follow(steps)
  for (const data of [
    {},
    { is_active: false },
    { message: 'Order not found' },
    { id: '7' },
    { id: '7', is_active: false },
  ])
    expect(follow([{ shown: data }], before)).toEqual({ ...before, problem: 'unreadable' })
})

const createdAt = (ms: number) => ({ created_at: new Date(ms).toISOString() })

test.each<readonly [string, readonly Step[], unknown]>([
  [
    'it is seen between two reads',
    [shown('pending'), shown('cancelled', inactive, 20_000)],
    { low: 3000, high: 23_000 },
  ],
  [
    'it stays cancelled',
    [shown('pending'), shown('cancelled', inactive), shown('cancelled', inactive, 9000)],
    { low: 3000, high: 3000 },
  ],
  ['it was never seen waiting', [shown('cancelled', inactive)], undefined],
  ['it was rejected elsewhere', [shown('pending'), shown('rejected', inactive)], undefined],
  ['this desk accepted it', [shown('pending'), did('accept'), shown('cancelled', inactive)], undefined],
  [
    'this desk may have rejected it',
    [shown('pending'), did('reject', 'unknown'), shown('cancelled', inactive)],
    undefined,
  ],
  [
    'this desk failed to accept it',
    [shown('pending'), did('accept', 'failed'), shown('cancelled', inactive)],
    { low: 3000, high: 3000 },
  ],
  ['its own rejection is stored later', [shown('pending'), shown('cancelled', inactive), did('reject')], undefined],
  ['it is open again', [shown('pending'), shown('cancelled', inactive), shown('pending')], undefined],
])('keeps how long after its creation an unanswered order was cancelled: %s', (_, steps, expected) => {
  const dated = steps.map((step) =>
    'shown' in step ? { ...step, shown: Object.assign({}, step.shown, createdAt(now - 5000)) } : step,
  )
  const clocks = { aheadMs: -2000 }
  expect(follow(dated, fresh, clocks).cancelledAfter).toEqual(expected)
  const unsure = [
    follow(dated),
    follow(steps, fresh, clocks),
    follow(dated, { ...fresh, backAt: now }, clocks),
    follow(dated, { ...fresh, source: 'opened' }, clocks),
  ]
  expect(unsure.map((record) => record.cancelledAfter)).toEqual(unsure.map(() => undefined))
})

const by = { person: 'Sara', tablet: 'Counter' }
const inLane = (lane: Lane, more: Partial<OrderRecord> = {}): OrderRecord => ({ ...fresh, lane, ...more })

test.each<[Partial<OrderRecord> & { readonly lane: Lane }, Lane, ReturnType<typeof laneTimes>]>([
  [{ lane: 'answer' }, 'preparing', { acceptedAt: 9, readyAt: null }],
  [{ lane: 'answer' }, 'ready', { acceptedAt: 9, readyAt: 9 }],
  [{ lane: 'answer' }, 'contact', { acceptedAt: null, readyAt: null }],
  [{ lane: 'answer' }, 'closed', { acceptedAt: null, readyAt: null }],
  [{ lane: 'contact', acceptedAt: 1, readyAt: null }, 'preparing', { acceptedAt: 9, readyAt: null }],
  [{ lane: 'preparing', acceptedAt: 1, readyAt: null }, 'contact', { acceptedAt: 1, readyAt: null }],
  [{ lane: 'preparing', acceptedAt: 1, readyAt: null }, 'ready', { acceptedAt: 1, readyAt: 9 }],
  [{ lane: 'ready', acceptedAt: 1, readyAt: 2 }, 'preparing', { acceptedAt: 1, readyAt: null }],
  [{ lane: 'ready', acceptedAt: 1, readyAt: 2 }, 'closed', { acceptedAt: 1, readyAt: 2 }],
  [{ lane: 'ready', acceptedAt: 1, readyAt: 2 }, 'answer', { acceptedAt: null, readyAt: null }],
  [{ lane: 'other' }, 'preparing', { acceptedAt: null, readyAt: null }],
  // Between the two the service showed a status that the desk does not know.
  [{ lane: 'other', order: dataOf('assigned') }, 'preparing', { acceptedAt: 9, readyAt: null }],
  [{ lane: 'other', order: dataOf('assigned'), acceptedAt: 1 }, 'preparing', { acceptedAt: 1, readyAt: null }],
  [{ lane: 'preparing', order: dataOf('preparing') }, 'ready', { acceptedAt: null, readyAt: 9 }],
])('keeps when an order of %j that comes to %s was accepted and became ready', (before, lane, times) => {
  expect(laneTimes(inLane(before.lane, before), lane, 9)).toEqual(times)
})

test('takes the times of an older record from its last action, where that tells', () => {
  const accepted = inLane('preparing', { lastDone: { action: 'accept', outcome: 'done', by, at: 5 } })
  expect([acceptedAtOf(accepted), readyAtOf(accepted)]).toEqual([5, null])
  expect(laneTimes(accepted, 'ready', 9)).toEqual({ acceptedAt: 5, readyAt: 9 })
  const ready = inLane('ready', { lastDone: { action: 'ready', outcome: 'done', by, at: 6 } })
  expect([acceptedAtOf(ready), readyAtOf(ready)]).toEqual([null, 6])
  expect([acceptedAtOf(inLane('ready')), readyAtOf(inLane('ready'))]).toEqual([null, null])
  expect(acceptedAtOf(inLane('answer', { lastDone: accepted.lastDone }))).toBeNull()
})
