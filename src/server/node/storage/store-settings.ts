import type { Kysely } from 'kysely'
import type { SettingStore } from '#server/storage/store.ts'
import { changed } from './store-actions.ts'
import type { Tables } from './store-tables.ts'

/** Settings in a database. */
export const createSettings = (db: Kysely<Tables>): SettingStore => ({
  async readSetting(name) {
    const row = await db.selectFrom('settings').selectAll().where('name', '=', name).executeTakeFirst()
    return row && { value: JSON.parse(row.value) as unknown, revision: row.revision }
  },
  saveSetting: (name, value, before, entry) =>
    changed(db, entry, async (tx) => {
      const row = { value: JSON.stringify(value), revision: before + 1 }
      if (before === 0) {
        const added = await tx
          .insertInto('settings')
          .values({ name, ...row })
          .onConflict((conflict) => conflict.doNothing())
          .returning('name')
          .execute()
        return added.length > 0
      }
      const known = tx.updateTable('settings').where('name', '=', name).where('revision', '=', before)
      return (await known.set(row).executeTakeFirst()).numUpdatedRows > 0n
    }),
})
