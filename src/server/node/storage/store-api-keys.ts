import type { Kysely, Selectable } from 'kysely'
import { apiScopes } from '#contract/desk/api-keys.ts'
import { foldName, notedEveryMs } from '#domain/people.ts'
import type { ApiKeyRecord, ApiKeyStore } from '#server/storage/store.ts'
import { changed } from './store-actions.ts'
import type { Tables } from './store-tables.ts'

/** Keys of other programs in a database. */
export const createApiKeys = (db: Kysely<Tables>): ApiKeyStore => ({
  async apiKeys() {
    const rows = await db.selectFrom('api_keys').selectAll().orderBy('created_at').orderBy('id').execute()
    return rows.map(keyIn)
  },
  async findApiKey(keyHash) {
    const row = await db.selectFrom('api_keys').selectAll().where('key_hash', '=', keyHash).executeTakeFirst()
    return row && keyIn(row)
  },
  addApiKey: (key, entry) =>
    changed(db, entry, async (tx) => {
      const added = await tx
        .insertInto('api_keys')
        .values(rowOf(key))
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst()
      return added.numInsertedOrUpdatedRows === 1n
    }),
  async touchApiKey(id, at) {
    const key = db.updateTable('api_keys').where('id', '=', id).set({ last_used_at: at })
    await key
      .where(({ or, eb }) =>
        or([eb('last_used_at', 'is', null), eb('last_used_at', '<', at), eb('last_used_at', '>', at + notedEveryMs)]),
      )
      .execute()
  },
  removeApiKey: (id, entry) =>
    changed(db, entry, async (tx) => {
      const { numDeletedRows } = await tx.deleteFrom('api_keys').where('id', '=', id).executeTakeFirst()
      return numDeletedRows > 0n
    }),
})

const rowOf = (key: ApiKeyRecord): Tables['api_keys'] => ({
  id: key.id,
  name: key.name,
  folded_name: foldName(key.name),
  scopes: key.scopes.join(' '),
  key_hash: key.keyHash,
  created_at: key.createdAt,
  created_by: key.createdBy,
  last_used_at: key.lastUsedAt,
})

const keyIn = (row: Selectable<Tables['api_keys']>): ApiKeyRecord => ({
  id: row.id,
  name: row.name,
  // A scope that this program does not know lets in nobody.
  scopes: apiScopes.filter((scope) => row.scopes.split(' ').includes(scope)),
  keyHash: row.key_hash,
  createdAt: row.created_at,
  createdBy: row.created_by,
  lastUsedAt: row.last_used_at,
})
