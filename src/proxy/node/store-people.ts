import type { Kysely, Selectable } from 'kysely'
import { foldName } from '#proxy/store-memory.ts'
import type { Device, PeopleStore, Person, SignIn } from '#proxy/store.ts'
import type { Tables } from './store-schema.ts'

/** Tablets, people and codes in a database. */
export function createPeople(db: Kysely<Tables>): PeopleStore {
  return { ...createDevices(db), ...createPersons(db), ...createSignIns(db), ...createCodes(db) }
}

function createDevices(db: Kysely<Tables>) {
  const devices = db.selectFrom('devices').selectAll()
  return {
    devices: async () => (await devices.orderBy('enrolled_at').orderBy('id').execute()).map(deviceIn),
    async findDevice(tokenHash: string) {
      const row = await devices.where('token_hash', '=', tokenHash).executeTakeFirst()
      return row && deviceIn(row)
    },
    async addDevice({ id, name, tokenHash, enrolledAt, lastSeenAt }: Device) {
      const row = { id, name, token_hash: tokenHash, enrolled_at: enrolledAt, last_seen_at: lastSeenAt }
      await db
        .insertInto('devices')
        .values(row)
        .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
        .execute()
    },
    async touchDevice(id: string, at: number) {
      const device = db.updateTable('devices').where('id', '=', id).where('last_seen_at', '<', at)
      await device.set({ last_seen_at: at }).execute()
    },
    async removeDevice(id: string) {
      const { numDeletedRows } = await db.deleteFrom('devices').where('id', '=', id).executeTakeFirst()
      return numDeletedRows > 0n
    },
  }
}

function createPersons(db: Kysely<Tables>) {
  return {
    people: async () => (await db.selectFrom('people').selectAll().orderBy('folded_name').execute()).map(personIn),
    async addPerson({ id, name, isManager, pinHash }: Person) {
      const row = { id, name, folded_name: foldName(name), is_manager: isManager ? 1 : 0, pin_hash: pinHash }
      const added = await db
        .insertInto('people')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst()
      return added.numInsertedOrUpdatedRows === 1n
    },
    async removePerson(id: string) {
      const { numDeletedRows } = await db.deleteFrom('people').where('id', '=', id).executeTakeFirst()
      return numDeletedRows > 0n
    },
  }
}

function createSignIns(db: Kysely<Tables>) {
  return {
    async findSignIn(tokenHash: string) {
      const signIn = db.selectFrom('sign_ins').selectAll().where('token_hash', '=', tokenHash)
      const row = await signIn.executeTakeFirst()
      return row && signInIn(row)
    },
    addSignIn: ({ tokenHash, personId, deviceId, expiresAt }: SignIn) =>
      db.transaction().execute(async (tx) => {
        // Whoever was removed a moment ago does not come back by a sign-in that was under way.
        const device = await tx.selectFrom('devices').select('id').where('id', '=', deviceId).executeTakeFirst()
        const person = await tx.selectFrom('people').select('id').where('id', '=', personId).executeTakeFirst()
        if (!device || !person) return
        const row = { token_hash: tokenHash, person_id: personId, device_id: deviceId, expires_at: expiresAt }
        await tx
          .insertInto('sign_ins')
          .values(row)
          .onConflict((conflict) => conflict.column('token_hash').doUpdateSet(row))
          .execute()
      }),
    async removeSignIn(tokenHash: string) {
      await db.deleteFrom('sign_ins').where('token_hash', '=', tokenHash).execute()
    },
  }
}

function createCodes(db: Kysely<Tables>) {
  return {
    async addEnrolmentCode(codeHash: string, expiresAt: number) {
      const row = { code_hash: codeHash, expires_at: expiresAt }
      await db
        .insertInto('enrolment_codes')
        .values(row)
        .onConflict((conflict) => conflict.column('code_hash').doUpdateSet(row))
        .execute()
    },
    /** Looking and using up are one statement, so that of many who try only one gets in. */
    async useEnrolmentCode(codeHash: string, now: number) {
      const used = await db
        .deleteFrom('enrolment_codes')
        .where('code_hash', '=', codeHash)
        .returning('expires_at')
        .executeTakeFirst()
      return used !== undefined && used.expires_at > now
    },
  }
}

const deviceIn = (row: Selectable<Tables['devices']>): Device => ({
  id: row.id,
  name: row.name,
  tokenHash: row.token_hash,
  enrolledAt: row.enrolled_at,
  lastSeenAt: row.last_seen_at,
})

const personIn = (row: Selectable<Tables['people']>): Person => ({
  id: row.id,
  name: row.name,
  isManager: row.is_manager === 1,
  pinHash: row.pin_hash,
})

const signInIn = (row: Selectable<Tables['sign_ins']>): SignIn => ({
  tokenHash: row.token_hash,
  personId: row.person_id,
  deviceId: row.device_id,
  expiresAt: row.expires_at,
})
