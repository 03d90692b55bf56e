import { recordOfNotification, type OrderRecord } from '#domain/order.ts'
import { expect, test } from 'vitest'
import { createEventBus } from '#server/events/bus.ts'
import { noMetrics } from '#server/runtime/metrics.ts'
import type { ReconciledAttempt, SentAttempt } from '#domain/action-attempt.ts'
import type { LogEntry } from '#server/storage/store.ts'
import { doneAttemptOf, sentAttemptOf } from '#testing/action-store-suite.ts'
import { countOrders } from './order-metrics.ts'

const word = { orderId: 'A1', toldId: null, itemIds: [], source: 'webhook', receivedAt: 0 } as const
const cancelled: Partial<OrderRecord> = {
  lane: 'closed',
  closedAt: 5000,
  order: { id: 'A1', status: { key: 'cancelled' } },
}
const done = (action: string) => ({ action, outcome: 'done', by: null, at: 500 })

/** Metrics of one open order, for a series of events. */
function createCounted(more: Partial<OrderRecord> = {}) {
  const previous: OrderRecord = { ...recordOfNotification(word, 1), ...more }
  const counted: unknown[] = []
  const metrics = {
    ...noMetrics,
    count: (name: string) => counted.push(name.replace('vendor_desk_', '')),
    time: (name: string, _labels: unknown, seconds: number) => {
      if (name.includes('first_answer')) counted.push(seconds)
    },
  }
  const { emit, subscribe } = createEventBus(() => undefined)
  countOrders({ subscribe, metrics, peekOrder: () => previous })
  return {
    counted,
    save: (next: Partial<OrderRecord>) => emit({ type: 'order-saved', record: { ...previous, ...next }, previous }),
    send: (attempt: SentAttempt) => emit({ type: 'action-sent', attempt }),
    reconcile: (attempt: ReconciledAttempt, entry: LogEntry, isByPeer = false) =>
      emit({ type: 'action-reconciled', attempt, entry, isByPeer }),
  }
}

const entryOf = (what: string, outcome: string): LogEntry => ({
  at: 3000,
  what,
  orderId: 'A1',
  by: null,
  sent: {},
  vendor: null,
  outcome,
  settledBy: 'answer',
  tookMs: 2000,
  posts: 1,
})

test('counts an order cancelled during our rejection as missed only if that fails', () => {
  const rejection = { ...sentAttemptOf('key', 'A1'), action: 'reject' } as const
  const refused = createCounted()
  refused.send(rejection)
  refused.save(cancelled)
  refused.reconcile({ ...doneAttemptOf('key', 'A1'), action: 'reject' }, entryOf('reject', 'done'))
  expect(refused.counted).toEqual(['actions_total', 1])

  const late = createCounted()
  late.send(rejection)
  late.save(cancelled)
  expect(late.counted).toEqual([])
  const failure = { status: 400, code: 'vendor_refused', message: 'Too late.' } as const
  const failed = { ...doneAttemptOf('key', 'A1'), action: 'reject', state: 'failed', failure } as const
  late.reconcile(failed, entryOf('reject', 'failed'))
  expect(late.counted).toEqual(['actions_total', 'missed_orders_total'])
})

test.each([
  ['that nobody answered', {}, 1],
  ['that came back from the customer after it was accepted', { lastDone: done('accept') }, 1],
  ['that was rejected here before', { lastDone: done('reject') }, 0],
  ['that waited for the customer', { lane: 'contact' }, 0],
  ['that was in preparation', { lane: 'preparing' }, 0],
] as const)('decides whether an order %s counts as missed when it is cancelled', (_says, more, times) => {
  const { counted, save } = createCounted(more)
  save(cancelled)
  expect(counted).toHaveLength(times)
})

test('does not count a dismissed or completed order as missed', () => {
  const dismissed = createCounted()
  dismissed.save({ lane: 'closed', closedAt: 5000 })
  expect(dismissed.counted).toEqual([])
})

test.each([
  ['told by a webhook', {}, [1]],
  ['opened by hand', { source: 'opened' }, []],
  ['answered before', { lastDone: done('accept') }, []],
] as const)('decides whether the answer to an order %s is timed', (_says, more, times) => {
  const { counted, send, reconcile } = createCounted(more)
  send(sentAttemptOf('key', 'A1'))
  reconcile(doneAttemptOf('key', 'A1'), entryOf('accept', 'done'))
  expect(counted.slice(1)).toEqual(times)
})

test('counts an outcome only at the server that found it first', () => {
  const { counted, send, reconcile } = createCounted()
  send(sentAttemptOf('key', 'A1'))
  reconcile(doneAttemptOf('key', 'A1'), entryOf('accept', 'done'), true)
  expect(counted).toEqual([])
})
