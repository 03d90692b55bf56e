import { expect, test } from 'vitest'
import { outcomeOfOrder } from './order-outcome.ts'
import { recordOfNotification, type LastAction, type OrderRecord } from './order.ts'

const by = { person: 'Sara', tablet: 'Counter' }
const doneAt = (action: string, at: number, more: Partial<LastAction> = {}): LastAction => ({
  action,
  outcome: 'done',
  by,
  at,
  ...more,
})

const closed = (key: string | undefined, more: Partial<OrderRecord> = {}): OrderRecord => ({
  ...recordOfNotification({ orderId: '1', toldId: null, itemIds: [], source: 'webhook', receivedAt: 1 }, 1),
  lane: 'closed',
  closedAt: 50,
  closedFrom: 'answer',
  order: key === undefined ? null : { id: '1', status: { key } },
  ...more,
})

const handedBack = { by, at: 40, codeMatched: true }

test.each<readonly [says: string, record: OrderRecord, outcome: ReturnType<typeof outcomeOfOrder>]>([
  ['is open', closed('cancelled', { lane: 'answer' }), null],
  ['was cancelled unanswered', closed('cancelled'), 'missed'],
  ['ran out unanswered', closed('EXPIRED'), 'missed'],
  ['was cancelled after its accept', closed('cancelled', { closedFrom: 'preparing' }), 'cancelled'],
  ['was cancelled just as it was accepted', closed('cancelled', { lastDone: doneAt('accept', 49) }), 'cancelled'],
  [
    'came back from the customer and was cancelled unanswered',
    closed('cancelled', { backAt: 20, lastDone: doneAt('reject', 10, { isQuestion: true }) }),
    'missed',
  ],
  [
    'was cancelled while the customer decided',
    closed('cancelled', { closedFrom: 'contact', lastDone: doneAt('reject', 10, { isQuestion: true }) }),
    'cancelled',
  ],
  ['was cancelled before an older version noted why', closed('cancelled', { closedFrom: null }), 'cancelled'],
  ['was rejected here, and is shown as cancelled', closed('cancelled', { lastDone: doneAt('reject', 10) }), 'rejected'],
  ['was rejected here, and has an unknown status', closed('gone', { lastDone: doneAt('reject', 10) }), 'rejected'],
  ['was rejected elsewhere', closed('declined'), 'rejected'],
  ['was prepared', closed('gone', { closedFrom: 'ready' }), 'completed'],
  [
    'was rejected in vain, and prepared',
    closed('gone', { closedFrom: 'preparing', lastDone: doneAt('reject', 10) }),
    'completed',
  ],
  ['was accepted and gone at once', closed('gone', { lastDone: doneAt('accept', 10) }), 'completed'],
  ['was completed elsewhere', closed('completed'), 'completed'],
  ['came back to the shop', closed('returned', { closedFrom: 'ready' }), 'other'],
  [
    'came back to the shop, whose status does not say so',
    closed('completed', {
      closedFrom: 'ready',
      marks: { picks: [], handedOver: null, returned: handedBack, prints: { count: 0, latest: [] } },
    }),
    'other',
  ],
  ['has an unknown status, and nobody answered', closed('gone'), 'other'],
  ['was never read', closed(undefined), 'other'],
])('an order that %s: %s', (_says, record, outcome) => {
  expect(outcomeOfOrder(record)).toBe(outcome)
})
