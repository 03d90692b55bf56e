import type { Who } from '#contract/desk/action.ts'
import type { AlertEnd } from '#contract/desk/alerts.ts'
import type { Clock } from '#contract/clock.ts'
import type { AlertRecord, ToldRecord } from '#domain/alert.ts'
import { newId, type RandomBytes } from '#server/runtime/credentials.ts'
import { createTurns, unlessLate } from '#server/runtime/tasks.ts'
import type { Store } from '#server/storage/store.ts'

export interface AlertBookDeps {
  readonly store: Pick<Store, 'beginAlert' | 'saveAlert' | 'findAlert' | 'openAlerts' | 'latestAlerts'>
  readonly clock: Clock
  readonly randomBytes: RandomBytes
  readonly onStoreFailure: (error: unknown) => void
}

export type NewAlert = Pick<AlertRecord, 'occasion' | 'kind'> &
  Partial<Pick<AlertRecord, 'orderId' | 'number' | 'step' | 'alarm' | 'about' | 'isRehearsal'>>

/**
 * The alerts of the last hours, in memory and in the store. Memory answers at once, so that nothing is sent after an
 * end; the store makes an alert and its end happen once over all servers. If it cannot be used, memory alone decides: a
 * duplicate is better than no alert.
 */
export interface AlertBook {
  /** @returns the new alert; undefined if its occasion had one. */
  begin(alert: NewAlert): Promise<AlertRecord | undefined>
  find(id: string): AlertRecord | undefined
  /** Those that have not ended, oldest first. */
  open(): readonly AlertRecord[]
  /** How many occasions with this beginning there were. */
  countOf(prefix: string): number
  /** Records who was told, and what became of it. */
  note(id: string, told: readonly ToldRecord[]): void
  /** Ends alerts. @returns those that this server ended, with their end. */
  end(alerts: readonly AlertRecord[], how: AlertEnd, by?: Who | null): Promise<readonly AlertRecord[]>
  /** Reads what other servers and earlier processes wrote. @returns the open alerts that were not known here. */
  refresh(): Promise<readonly AlertRecord[]>
  /** Resolves when nothing is being written. */
  idle(): Promise<void>
}

interface Entry {
  record: AlertRecord
  /** As it is in the store; undefined if it is not there. */
  stored: AlertRecord | undefined
  /** Whether the store has another server's alert of its occasion, begun while the store could not be used. */
  isTwice: boolean
  readonly inTurn: ReturnType<typeof createTurns>
  isDue: boolean
  /** Whether this server wrote its end. */
  isOwnEnd: boolean
}

/** A database that takes longer does not hold up an alert. */
const storeLimitMs = 3000
const keptMs = 3 * 60 * 60_000
const latestRead = 100

export function createAlertBook({ store, clock, randomBytes, onStoreFailure }: AlertBookDeps): AlertBook {
  const entries = new Map<string, Entry>()
  const persist = createWriter(store, onStoreFailure)
  /** Occasions that have an alert, and since when they are known here. */
  const occasions = new Map<string, number>()

  function add(record: AlertRecord, stored: AlertRecord | undefined): Entry {
    const entry = { record, stored, isTwice: false, inTurn: createTurns(1), isDue: false, isOwnEnd: false }
    occasions.set(record.occasion, clock.steady())
    entries.set(record.id, entry)
    return entry
  }

  function forgetOld(): void {
    for (const [occasion, at] of occasions) if (clock.steady() - at > keptMs) occasions.delete(occasion)
    for (const [id, { record }] of entries) if (record.ended && !occasions.has(record.occasion)) entries.delete(id)
  }

  async function endOne(entry: Entry, how: AlertEnd, by: Who | null): Promise<AlertRecord | undefined> {
    if (entry.record.ended) return undefined
    const ended = { at: clock.now(), how, by }
    entry.record = { ...entry.record, ended }
    await persist(entry)
    return entry.isOwnEnd ? entry.record : undefined
  }

  return {
    async begin(alert) {
      if (occasions.has(alert.occasion)) return undefined
      const record: AlertRecord = {
        orderId: null,
        number: null,
        step: null,
        alarm: null,
        about: [],
        isRehearsal: false,
        ...alert,
        id: newId(randomBytes),
        at: clock.now(),
        told: [],
        ended: null,
        revision: 1,
      }
      // At once, so that a reading of the store meanwhile knows it.
      const entry = add(record, undefined)
      const addToStore = () =>
        entry.inTurn(async () => {
          const isNew = await store.beginAlert(record)
          if (isNew) entry.stored = record
          return isNew
        })
      const isAdded = await unlessLate(clock, storeLimitMs, addToStore).catch((error: unknown) => {
        onStoreFailure(error)
        return 'late' as const
      })
      if (isAdded !== false) return entry.record
      entries.delete(record.id)
      return undefined
    },
    find: (id) => entries.get(id)?.record,
    open: () => [...entries.values()].map(({ record }) => record).filter(({ ended }) => ended === null),
    countOf: (prefix) => [...occasions.keys()].filter((occasion) => occasion.startsWith(prefix)).length,
    note(id, told) {
      const entry = entries.get(id)
      if (!entry) return
      entry.record = { ...entry.record, told: merged(entry.record.told, told) }
      void persist(entry)
    },
    async end(alerts, how, by = null) {
      const known = alerts.flatMap(({ id }) => entries.get(id) ?? [])
      const ended = await Promise.all(known.map((entry) => endOne(entry, how, by)))
      return ended.filter((each) => each !== undefined)
    },
    async refresh() {
      const found: AlertRecord[] = []
      try {
        const latest = await store.latestAlerts(latestRead)
        const open = await store.openAlerts()
        for (const record of [...latest.toReversed(), ...open]) {
          const entry = entries.get(record.id)
          if (!entry) found.push(add(record, record).record)
          else if (record.ended && !entry.record.ended) entry.record = { ...entry.record, ended: record.ended }
        }
        for (const entry of entries.values()) if (!entry.stored && !entry.isTwice) void persist(entry)
      } catch (error) {
        onStoreFailure(error)
      }
      forgetOld()
      return found.filter(({ ended }) => ended === null)
    },
    async idle() {
      await Promise.all([...entries.values()].map(({ inTurn }) => inTurn(() => Promise.resolve())))
    },
  }
}

/** @returns a function that writes an entry; all changes before its turn are written at once. Never rejects. */
function createWriter(
  store: AlertBookDeps['store'],
  onStoreFailure: AlertBookDeps['onStoreFailure'],
): (entry: Entry) => Promise<void> {
  /** Writes what memory has, over what other servers wrote. */
  async function write(entry: Entry): Promise<void> {
    entry.isDue = false
    const { record, stored } = entry
    if (!stored) {
      const isAdded = !entry.isTwice && (await store.beginAlert(record))
      if (isAdded) entry.stored = record
      else entry.isTwice = true
      entry.isOwnEnd = record.ended !== null
      return
    }
    const saved = await store.saveAlert({ ...record, revision: stored.revision })
    if (saved) {
      entry.stored = saved
      if (stored.ended === null && saved.ended !== null) entry.isOwnEnd = true
      return
    }
    const latest = await store.findAlert(record.id)
    if (!latest) {
      entry.isOwnEnd = stored.ended === null && record.ended !== null
      return
    }
    entry.stored = latest
    entry.record = { ...record, told: merged(latest.told, record.told), ended: latest.ended ?? record.ended }
    await write(entry)
  }

  return async (entry) => {
    entry.isDue = true
    await entry.inTurn(async () => {
      // All changes that came before this turn are written by the first of them.
      if (!entry.isDue) return
      try {
        await write(entry)
      } catch (error) {
        entry.isOwnEnd = entry.record.ended !== null
        onStoreFailure(error)
      }
    })
  }
}

/** All who were told, each with its latest outcome. */
function merged(before: readonly ToldRecord[], latest: readonly ToldRecord[]): readonly ToldRecord[] {
  const keyOf = ({ to, id }: ToldRecord) => `${to} ${id}`
  const all = new Map(before.map((told) => [keyOf(told), told]))
  for (const told of latest) all.set(keyOf(told), told)
  return [...all.values()]
}
