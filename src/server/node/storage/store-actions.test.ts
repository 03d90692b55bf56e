import { Kysely } from 'kysely'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import type { SentAttempt } from '#domain/action-attempt.ts'
import { sqliteDialect } from './sqlite-dialect.ts'
import { createActions } from './store-actions.ts'
import { migrate } from './store-schema.ts'
import type { Tables } from './store-tables.ts'

const tapOf = (key: string): SentAttempt => ({
  key,
  orderId: '7',
  action: 'accept',
  by: null,
  digest: '',
  at: 1,
  state: 'sent',
  sent: {},
  sentAt: 1,
  before: null,
  isGranted: false,
  posts: 1,
})

test('begins an attempt if the one in its way is reconciled just then', async () => {
  const database = new DatabaseSync(':memory:')
  let isSettledNow = false
  const db = new Kysely<Tables>({
    dialect: sqliteDialect(database, () => false),
    // As another server may do between two statements of one transaction on PostgreSQL.
    log({ query }) {
      if (isSettledNow && query.sql.startsWith('insert into "taps"')) database.exec('update taps set settled_at = 2')
      isSettledNow = false
    },
  })
  await migrate(db, 1)
  const store = createActions(db)
  await store.beginAttempt(tapOf('one'))
  isSettledNow = true
  expect(await store.beginAttempt(tapOf('two'))).toBeUndefined()
  expect(await store.findAttempt('two')).toMatchObject({ state: 'sent' })
  expect(await store.beginAttempt(tapOf('three'))).toMatchObject({ key: 'two' })
})
