import { recordOfNotification } from '#domain/order.ts'
import { Kysely } from 'kysely'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { sqliteDialect } from './sqlite-dialect.ts'
import { readClosed } from './store-closed.ts'
import { recordIn, rowOf } from './store-record.ts'
import { migrate } from './store-schema.ts'
import type { Tables } from './store-tables.ts'

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

test('searches more orders than it looks through at once, in pages, while other work runs', async () => {
  const database = new DatabaseSync(':memory:')
  const db = new Kysely<Tables>({ dialect: sqliteDialect(database, () => false) })
  await migrate(db, 1)
  const ids = Array.from({ length: 3500 }, (_, index) => `o${index}`)
  const isSought = (index: number) => index % 500 === 0 || index > 3490
  const rows = ids.map((orderId, index) => {
    const record = recordOfNotification({ ...word, orderId, receivedAt: index }, index)
    const numbers = isSought(index) ? `${orderId} sought` : orderId
    return rowOf({ ...record, lane: 'closed', closedAt: 1, numbers })
  })
  for (let start = 0; start < rows.length; start += 500)
    await db
      .insertInto('orders')
      .values(rows.slice(start, start + 500))
      .execute()
  let turns = 0
  const countTurn = () => {
    turns += 1
    next = setImmediate(countTurn)
  }
  let next = setImmediate(countTurn)
  const seen: string[] = []
  for (let before: number | undefined; ;) {
    const page = await readClosed(db, { search: [['sought']], limit: 4, ...(before !== undefined && { before }) })
    seen.push(...page.map(({ orderId }) => orderId))
    before = page.at(-1)?.receivedAt
    if (page.length < 4) break
  }
  clearImmediate(next)
  expect(seen).toEqual([
    ...ids.slice(3491).toReversed(),
    ...[3000, 2500, 2000, 1500, 1000, 500, 0].map((at) => `o${at}`),
  ])
  expect(turns).toBeGreaterThan(0)
  database.close()
})
