import { expect, test } from 'vitest'
import { noMetrics } from '#server/metrics.ts'
import { recordOfWord } from '#server/orders/order-record.ts'
import { createMemoryStore } from '#server/storage/store-memory.ts'
import type { LogEntry, OrderRecord } from '#server/storage/store.ts'
import { doneTapOf, sentTapOf } from '#testing/action-store-suite.ts'
import { instrumentStore } from './instrumented-store.ts'

const word = { orderId: 'A1', toldId: null, itemIds: [], source: 'webhook', receivedAt: 0 } as const
const cancelled: Partial<OrderRecord> = {
  lane: 'closed',
  closedAt: 5000,
  order: { id: 'A1', status: { key: 'cancelled' } },
}
const done = (action: string) => ({ action, outcome: 'done', by: null, at: 500 })

/** A store with one order in it, and what was counted of it. */
function createCounted(more: Partial<OrderRecord> = {}) {
  const open = new Map<string, OrderRecord>()
  const counted: unknown[] = []
  const metrics = {
    ...noMetrics,
    count: (name: string) => counted.push(name.replace('vendor_desk_', '')),
    time: (name: string, _labels: unknown, seconds: number) => {
      if (name.includes('first_answer')) counted.push(seconds)
    },
  }
  const store = instrumentStore({ store: createMemoryStore(), metrics, peek: (id) => open.get(id) })
  let record: OrderRecord = { ...recordOfWord(word, 1), ...more }
  open.set('A1', record)
  return {
    counted,
    store,
    async save(next: Partial<OrderRecord>) {
      await store.hear([word])
      record = (await store.save({ ...record, ...next })) ?? record
      if (record.closedAt === null) open.set('A1', record)
      else open.delete('A1')
    },
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

test('an order that the vendor calls cancelled while our rejection is under way is missed only if that fails', async () => {
  const rejection = { ...sentTapOf('key', 'A1'), action: 'reject' } as const
  const refused = createCounted()
  await refused.store.beginTap(rejection)
  await refused.save(cancelled)
  await refused.store.writeTap({ ...doneTapOf('key', 'A1'), action: 'reject' }, entryOf('reject', 'done'))
  expect(refused.counted).toEqual(['actions_total', 1])

  const late = createCounted()
  await late.store.beginTap(rejection)
  await late.save(cancelled)
  expect(late.counted).toEqual([])
  const failure = { status: 400, code: 'vendor_refused', message: 'Too late.' } as const
  const failed = { ...doneTapOf('key', 'A1'), action: 'reject', state: 'failed', failure } as const
  await late.store.writeTap(failed, entryOf('reject', 'failed'))
  expect(late.counted).toEqual(['actions_total', 'missed_orders_total'])
})

test.each([
  ['that nobody answered', {}, 1],
  ['that came back from the customer after it was accepted', { lastDone: done('accept') }, 1],
  ['that was rejected here before', { lastDone: done('reject') }, 0],
  ['that waited for the customer', { lane: 'contact' }, 0],
  ['that was in preparation', { lane: 'preparing' }, 0],
] as const)('an order %s is missed when it is cancelled, or is not', async (_says, more, times) => {
  const { counted, save } = createCounted(more)
  await save(cancelled)
  expect(counted).toHaveLength(times)
})

test('what was put aside, or ended well, is not missed', async () => {
  const aside = createCounted()
  await aside.save({ lane: 'closed', closedAt: 5000 })
  expect(aside.counted).toEqual([])
})

test.each([
  ['told by a webhook', {}, [1]],
  ['opened by hand', { source: 'opened' }, []],
  ['answered before', { lastDone: done('accept') }, []],
] as const)('the answer to an order %s is timed, or is not', async (_says, more, times) => {
  const { counted, store } = createCounted(more)
  await store.beginTap(sentTapOf('key', 'A1'))
  await store.writeTap(doneTapOf('key', 'A1'), entryOf('accept', 'done'))
  expect(counted.slice(1)).toEqual(times)
})

test('what the store did not take is counted when it does', async () => {
  const { counted, store } = createCounted()
  await store.beginTap(sentTapOf('key', 'A1'))
  await store.close()
  await expect(store.writeTap(doneTapOf('key', 'A1'), entryOf('accept', 'done'))).rejects.toThrow()
  expect(counted).toEqual([])
})
