import { recordOfNotification } from '#domain/order.ts'
import { expect, test } from 'vitest'
import type { OrderReader } from '#server/orders/order-reader.ts'
import { VendorFailure } from '#server/vendor/vendor-failure.ts'
import { doneAttemptOf } from '#testing/action-store-suite.ts'
import { createRepeatedAnswers } from './action-answers.ts'

const notNow = () => Promise.reject(new VendorFailure('silent', 'Not now.'))
const orders: OrderReader = {
  read: notNow,
  readAnew: notNow,
  last: () => undefined,
  arriving: () => undefined,
}

test.each<readonly [string, { readonly key: string; readonly readAt: number; readonly asDone?: string }, number]>([
  ['as it was before the action', { key: 'pending', readAt: 1000 }, 202],
  ['as it was at some other time before', { key: 'ready', readAt: 1999 }, 202],
  ['as the action left it, by a reading that was asked for before', { key: 'preparing', readAt: 1999 }, 200],
  ['as it was afterwards', { key: 'pending', readAt: 2000 }, 200],
  ['as it was before, and still was right after the action', { key: 'pending', readAt: 1999, asDone: 'pending' }, 202],
])(
  'answers a completed attempt with the stored order, never with an older one: %s',
  async (_, { key, readAt, asDone = 'preparing' }, status) => {
    const notification = { orderId: '1', toldId: null, itemIds: [], source: 'webhook', receivedAt: 1 } as const
    const stored = { ...recordOfNotification(notification, 1), order: { id: '1', status: { key } }, readAt }
    const { respond } = createRepeatedAnswers({ orders, findOrder: async () => stored })
    const answer = await respond({ ...doneAttemptOf('key-1', '1', 2000), statusKey: asDone })
    expect(answer.status).toBe(status)
    const body: unknown = await answer.json()
    expect(body).toEqual(status === 200 ? { data: stored.order } : { outcome: 'unknown', data: null })
  },
)

test.each([
  [1999, 'anew'],
  [2000, 'shared'],
])('after a reading requested at %i, of an attempt done at 2000, answers with the %s one', async (askedAt, seen) => {
  const readingOf = (text: string) => ({ id: '1', order: { id: '1' }, data: {}, text: `"${text}"`, askedAt, turn: 0 })
  const { respond } = createRepeatedAnswers({
    orders: { ...orders, read: async () => readingOf('shared'), readAnew: async () => readingOf('anew') },
    findOrder: async () => undefined,
  })
  expect(await (await respond(doneAttemptOf('key-1', '1', 2000))).json()).toBe(seen)
})
