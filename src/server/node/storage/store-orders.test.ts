import { recordOfNotification } from '#domain/order.ts'
import { expect, test } from 'vitest'
import { recordIn } from './store-orders.ts'

const word = { orderId: '7', toldId: null, itemIds: [], source: 'webhook', receivedAt: 1 } as const

test.each([
  ['done', { action: 'accept', outcome: 'done', by: null, at: 5 }],
  ['failed', null],
])(
  'takes the last attempt as the last completed action for an order from before it was stored, where that was %s',
  (outcome, lastDone) => {
    const lastAction = { action: 'accept', outcome, by: null, at: 5 }
    const { lastDone: _, ...older } = { ...recordOfNotification(word, 3), lastAction }
    expect(recordIn({ record: JSON.stringify(older) })).toEqual({ ...older, lastDone })
  },
)
