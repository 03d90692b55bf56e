import { expect, test } from 'vitest'
import { withAction, withReading } from './order-events.ts'
import { noMarks, recordOfNotification, type OrderRecord } from './order.ts'
import { eventOfReceipt, eventsOfChange, orderEventsOf } from './outgoing-event.ts'

const now = 1_000_000
const windowMs = 300_000
const received = recordOfNotification(
  { orderId: '7', toldId: null, itemIds: [], source: 'webhook', receivedAt: now },
  3,
)

const order = (key: string, fields: Readonly<Record<string, unknown>> = {}) => ({
  id: '7',
  is_active: true,
  can_mark_as_ready: key === 'preparing',
  items: [{ id: '70', quantity: 1 }],
  status: { key },
  ...fields,
})
const ended = { is_active: false, can_mark_as_ready: false }

const read = (record: OrderRecord, key: string, fields?: Readonly<Record<string, unknown>>): OrderRecord => {
  const next = withReading(order(key, fields), now, { record, now, windowMs })
  // As the inbox notes it.
  return next.lane === 'closed' && record.lane !== 'closed' ? { ...next, closedFrom: record.lane } : next
}
const act = (record: OrderRecord, action: string, outcome = 'done') =>
  withAction({ action, outcome, by: null, at: now }, { record, now, windowMs })

const waiting = read(received, 'pending')
const preparing = read(waiting, 'preparing')
const ready = read(preparing, 'ready')

test.each<readonly [what: string, before: OrderRecord, next: OrderRecord, events: readonly string[]]>([
  ['it is read for the first time', received, waiting, ['order.changed']],
  ['it is accepted elsewhere', waiting, preparing, ['order.answered']],
  ['it is accepted here', waiting, act(waiting, 'accept'), ['order.answered']],
  [
    'the service shows our acceptance',
    act(waiting, 'accept'),
    read(act(waiting, 'accept'), 'preparing'),
    ['order.changed'],
  ],
  ['our acceptance is noted after the service showed it', preparing, act(preparing, 'accept'), []],
  ['an acceptance fails', waiting, act(waiting, 'accept', 'failed'), []],
  ['the customer is asked', waiting, read(waiting, 'contact'), ['order.answered']],
  [
    'it is back from the customer',
    read(waiting, 'contact'),
    read(read(waiting, 'contact'), 'pending'),
    ['order.changed'],
  ],
  ['it is ready', preparing, ready, ['order.ready']],
  ['it is ready before anybody answered', waiting, read(waiting, 'ready'), ['order.answered', 'order.ready']],
  ['it is over', ready, read(ready, 'delivered', ended), ['order.closed']],
  ['it is missed', waiting, read(waiting, 'cancelled', ended), ['order.closed']],
  ['it is rejected', waiting, read(waiting, 'rejected', ended), ['order.answered', 'order.closed']],
  ['it is cancelled while it is prepared', preparing, read(preparing, 'cancelled', ended), ['order.closed']],
  ['its lines change', preparing, read(preparing, 'preparing', { items: [] }), ['order.changed']],
  [
    'its lines change as it is ready',
    preparing,
    read(preparing, 'ready', { items: [] }),
    ['order.changed', 'order.ready'],
  ],
  [
    'somebody answers it now',
    waiting,
    { ...waiting, answering: { by: { person: 'Mona', tablet: 'A' }, until: 9 } },
    [],
  ],
  [
    'it is handed over',
    ready,
    { ...ready, marks: { ...noMarks, handedOver: { by: { person: 'Mona', tablet: 'A' }, at: 9, codeMatched: true } } },
    ['order.changed'],
  ],
  ['it cannot be read', waiting, { ...waiting, problem: 'vendor' }, []],
])('tells what a change means: %s', (_what, before, next, events) => {
  expect(orderEventsOf(before, next)).toEqual(events)
})

test('gives each event an id of its own, without a full stop', () => {
  const record = { ...preparing, orderId: 'A.1:b', version: 17 }
  const [answered, closed] = eventsOfChange(record, [
    { type: 'order.answered', at: now },
    { type: 'order.closed', at: now },
  ])
  expect(answered).toEqual({
    id: 'evt_A~1:b_lfls_h_answered',
    orderId: 'A.1:b',
    type: 'order.answered',
    at: now,
    data: { order_id: 'A.1:b', lane: 'preparing', version: 17 },
  })
  expect(closed?.id).toBe('evt_A~1:b_lfls_h_closed')
})

test('gives orders that came together ids of their own, however alike their names are', () => {
  const ids = ['A.1', 'A:1', 'A_1', 'A-1'].map((orderId) => eventOfReceipt({ ...received, orderId }).id)
  expect(new Set(ids).size).toBe(4)
  expect(ids.join(' ')).not.toContain('.')
})

test('gives the receipt of an order the same id whenever the order is stored', () => {
  const { id } = eventOfReceipt(received)
  expect(id).toBe('evt_7_lfls_received')
  expect(eventOfReceipt({ ...received, version: 99 }).id).toBe(id)
})
