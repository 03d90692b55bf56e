import type { Kysely, Selectable, Transaction } from 'kysely'
import { type TabletRole, tabletRoles } from '#contract/desk/tablet-role.ts'
import { foldName, freeName, isCodeGood, notedEveryMs } from '#domain/people.ts'
import { triesOfPerson } from '#server/storage/tries.ts'
import type {
  Device,
  DeviceChange,
  LogEntry,
  NewDevice,
  NoteOfName,
  PeopleStore,
  Person,
  SignIn,
} from '#server/storage/store.ts'
import { appendEntry, changed } from './store-actions.ts'
import { createLookup } from './store-writes.ts'
import type { Tables } from './store-tables.ts'
import { createTries, type TakeTurn } from './store-tries.ts'

/** Tablets, people, codes and tries in a database. */
export function createPeople(db: Kysely<Tables>, takeTurn: TakeTurn = async () => undefined): PeopleStore {
  return {
    ...createDevices(db, takeTurn),
    ...createPersons(db, takeTurn),
    ...createSignIns(db, takeTurn),
    ...createCodes(db, takeTurn),
    ...createTries(db, takeTurn),
  }
}

function createDevices(db: Kysely<Tables>, takeTurn: TakeTurn) {
  const devices = db.selectFrom('devices').selectAll()
  const lookUp = createLookup(db, devices.where('token_hash', '=', ''))
  return {
    devices: async () => (await devices.orderBy('enrolled_at').orderBy('id').execute()).map(deviceIn),
    async findDevice(tokenHash: string) {
      const row = await lookUp(tokenHash)
      return row && deviceIn(row)
    },
    async addDevice(device: Device, entry?: LogEntry) {
      await changed(db, entry, async (tx) => {
        await insertDevice(tx, device)
        return true
      })
    },
    async touchDevice(id: string, at: number) {
      const device = db.updateTable('devices').where('id', '=', id).set({ last_seen_at: at })
      await device
        .where(({ or, eb }) => or([eb('last_seen_at', '<', at), eb('last_seen_at', '>', at + notedEveryMs)]))
        .execute()
    },
    renameDevice: (id: string, requested: string, note?: NoteOfName) =>
      db.transaction().execute(async (tx) => {
        await takeTurn(tx, 'people')
        const device = await tx.selectFrom('devices').select('name').where('id', '=', id).executeTakeFirst()
        const name = await freeNameIn(tx, requested, id)
        const renamed = tx.updateTable('devices').where('id', '=', id).set({ name })
        if (!device || (await renamed.executeTakeFirst()).numUpdatedRows === 0n) return undefined
        if (note && name !== device.name) await appendEntry(tx, note(name))
        return name
      }),
    changeDevice: (id: string, { role, categoryIds }: DeviceChange, entry?: LogEntry) =>
      db.transaction().execute(async (tx) => {
        await takeTurn(tx, 'people')
        const device = await tx.selectFrom('devices').selectAll().where('id', '=', id).executeTakeFirst()
        if (!device) return undefined
        const changedTo = {
          role: role ?? device.role,
          category_ids: categoryIds === undefined ? device.category_ids : categoriesFor(categoryIds),
        }
        await tx.updateTable('devices').where('id', '=', id).set(changedTo).execute()
        // Alerts are for counters.
        if (changedTo.role !== 'counter') await tx.deleteFrom('phones').where('device_id', '=', id).execute()
        if (changedTo.role === 'display') await tx.deleteFrom('sign_ins').where('device_id', '=', id).execute()
        if (entry) await appendEntry(tx, entry)
        return deviceIn({ ...device, ...changedTo })
      }),
    removeDevice: (id: string, entry?: LogEntry) =>
      changed(db, entry, async (tx) => {
        await takeTurn(tx, 'people')
        return deleteDevice(tx, id)
      }),
  }
}

function createPersons(db: Kysely<Tables>, takeTurn: TakeTurn) {
  return {
    people: async () => (await db.selectFrom('people').selectAll().orderBy('folded_name').execute()).map(personIn),
    addPerson: ({ id, name, isManager, pinHash }: Person, entry?: LogEntry) =>
      changed(db, entry, async (tx) => {
        const row = { id, name, folded_name: foldName(name), is_manager: isManager ? 1 : 0, pin_hash: pinHash }
        const added = await tx
          .insertInto('people')
          .values(row)
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst()
        return added.numInsertedOrUpdatedRows === 1n
      }),
    removePerson: (
      id: string,
      { keepsManager = false, entry }: { readonly keepsManager?: boolean; readonly entry?: LogEntry } = {},
    ) =>
      db.transaction().execute(async (tx) => {
        await takeTurn(tx, 'people')
        const managers = await tx.selectFrom('people').select('id').where('is_manager', '=', 1).execute()
        if (keepsManager && managers.length === 1 && managers[0]?.id === id) return 'last_manager' as const
        const { numDeletedRows } = await tx.deleteFrom('people').where('id', '=', id).executeTakeFirst()
        if (numDeletedRows === 0n) return 'unknown' as const
        if (entry) await appendEntry(tx, entry)
        return 'removed' as const
      }),
    changePin: (
      id: string,
      pinHash: string,
      { staying = '', entry }: { readonly staying?: string | undefined; readonly entry?: LogEntry } = {},
    ) =>
      changed(db, entry, async (tx) => {
        await takeTurn(tx, 'people')
        const person = tx.updateTable('people').where('id', '=', id).set({ pin_hash: pinHash })
        const { numUpdatedRows } = await person.executeTakeFirst()
        await tx.deleteFrom('sign_ins').where('person_id', '=', id).where('token_hash', '!=', staying).execute()
        await takeTurn(tx, 'tries')
        await tx.deleteFrom('tries').where('subject', '=', triesOfPerson(id)).execute()
        return numUpdatedRows > 0n
      }),
  }
}

function createSignIns(db: Kysely<Tables>, takeTurn: TakeTurn) {
  return {
    async findSignIn(tokenHash: string) {
      const signIn = db.selectFrom('sign_ins').selectAll().where('token_hash', '=', tokenHash)
      const row = await signIn.executeTakeFirst()
      return row && signInIn(row)
    },
    addSignIn: ({ tokenHash, personId, deviceId, expiresAt, usedAt }: SignIn, entry?: LogEntry, pinHash?: string) =>
      changed(db, entry, async (tx) => {
        await takeTurn(tx, 'people')
        // A sign-in under way must not bring back a person who was just removed, or an old PIN.
        const device = await tx.selectFrom('devices').select('id').where('id', '=', deviceId).executeTakeFirst()
        const person = await tx.selectFrom('people').select('pin_hash').where('id', '=', personId).executeTakeFirst()
        if (!device || !person || (pinHash ?? person.pin_hash) !== person.pin_hash) return false
        const row = {
          token_hash: tokenHash,
          person_id: personId,
          device_id: deviceId,
          expires_at: expiresAt,
          used_at: usedAt,
        }
        await tx
          .insertInto('sign_ins')
          .values(row)
          .onConflict((conflict) => conflict.column('token_hash').doUpdateSet(row))
          .execute()
        return true
      }),
    async touchSignIn(tokenHash: string, at: number) {
      const signIn = db.updateTable('sign_ins').where('token_hash', '=', tokenHash).set({ used_at: at })
      await signIn.where(({ or, eb }) => or([eb('used_at', '<', at), eb('used_at', '>', at + notedEveryMs)])).execute()
    },
    async removeSignIn(tokenHash: string) {
      await db.deleteFrom('sign_ins').where('token_hash', '=', tokenHash).execute()
    },
  }
}

function createCodes(db: Kysely<Tables>, takeTurn: TakeTurn) {
  return {
    async addEnrolmentCode(codeHash: string, expiresAt: number, entry?: LogEntry, role: TabletRole = 'counter') {
      const row = { code_hash: codeHash, expires_at: expiresAt, role }
      await changed(db, entry, async (tx) => {
        await tx
          .insertInto('enrolment_codes')
          .values(row)
          .onConflict((conflict) => conflict.column('code_hash').doUpdateSet(row))
          .execute()
        return true
      })
    },
    enrolDevice: (codeHash: string, device: NewDevice, note?: NoteOfName, formerId?: string) =>
      db.transaction().execute(async (tx) => {
        await takeTurn(tx, 'people')
        // Checks and uses up the code in one statement, so that only one of many requests succeeds.
        const used = tx
          .deleteFrom('enrolment_codes')
          .where('code_hash', '=', codeHash)
          .returning(['expires_at', 'role'])
        const code = await used.executeTakeFirst()
        if (!code || !isCodeGood(code.expires_at, device.enrolledAt)) return undefined
        if (formerId !== undefined) await deleteDevice(tx, formerId)
        const name = await freeNameIn(tx, device.name, device.id)
        await insertDevice(tx, { ...device, name, role: code.role, categoryIds: null })
        if (note) await appendEntry(tx, note(name))
        return name
      }),
    forgetExpired: (before: number) =>
      db.transaction().execute(async (tx) => {
        await tx.deleteFrom('sign_ins').where('expires_at', '<', before).execute()
        await tx.deleteFrom('enrolment_codes').where('expires_at', '<', before).execute()
        await tx.deleteFrom('tries').where('latest_at', '<', before).execute()
      }),
  }
}

/** A free name for a tablet, while nobody else can take one. */
async function freeNameIn(tx: Transaction<Tables>, requested: string, id: string): Promise<string> {
  const others = await tx.selectFrom('devices').select('name').where('id', '!=', id).execute()
  return freeName(
    requested,
    others.map(({ name }) => name),
  )
}

async function insertDevice(
  tx: Transaction<Tables>,
  { id, name, tokenHash, enrolledAt, lastSeenAt, role, categoryIds }: Device,
): Promise<void> {
  const row = {
    id,
    name,
    token_hash: tokenHash,
    enrolled_at: enrolledAt,
    last_seen_at: lastSeenAt,
    role,
    category_ids: categoriesFor(categoryIds),
  }
  const insert = tx.insertInto('devices').values(row)
  await insert.onConflict((conflict) => conflict.column('id').doUpdateSet(row)).execute()
}

/** @returns whether it existed. */
async function deleteDevice(tx: Transaction<Tables>, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('devices').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}

const deviceIn = (row: Selectable<Tables['devices']>): Device => ({
  id: row.id,
  name: row.name,
  tokenHash: row.token_hash,
  enrolledAt: row.enrolled_at,
  lastSeenAt: row.last_seen_at,
  // Whoever wrote a role that this program does not know, it lets the tablet see the least.
  role: tabletRoles.find((role) => role === row.role) ?? 'display',
  categoryIds: row.category_ids === null ? null : (JSON.parse(row.category_ids) as string[]), // As `categoriesFor` wrote it.
})

const categoriesFor = (ids: readonly string[] | null): string | null => (ids === null ? null : JSON.stringify(ids))

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
  usedAt: row.used_at,
})
