import type { Clock } from '#contract/clock.ts'
import { usualDuty, usualLadder, type DutyRecord, type LadderRecord, type PhoneRecord } from '#domain/alert.ts'
import { unlessLate } from '#server/runtime/tasks.ts'
import type { LogEntry, Store } from '#server/storage/store.ts'

// Who can be told: phones, whose they are, when people are on duty, and the ladder.

export interface Audience {
  readonly phones: readonly PhoneRecord[]
  readonly ladder: LadderRecord
  readonly dutyOf: (personId: string) => DutyRecord
  readonly nameOf: (personId: string) => string
}

export interface DutyDeps {
  readonly store: Pick<Store, 'phones' | 'people' | 'readSetting' | 'saveSetting'>
  readonly clock: Clock
  readonly onStoreFailure: (error: unknown) => void
}

export interface Duties {
  /** For sending: as last known if the store cannot be read in time. */
  audience(): Promise<Audience>
  /** As the store has it. @throws {StoreUnavailable} */
  dutyByPerson(): Promise<(personId: string) => DutyRecord>
  ladder(): Promise<LadderRecord>
  /** @throws {StoreUnavailable} */
  changeDuty(personId: string, change: (duty: DutyRecord) => DutyRecord, entry: LogEntry): Promise<DutyRecord>
  /** @throws {StoreUnavailable} */
  changeLadder(ladder: LadderRecord, entry: LogEntry): Promise<void>
}

const dutySetting = 'duty'
const ladderSetting = 'ladder'
const storeLimitMs = 3000

const zoneHere = Intl.DateTimeFormat().resolvedOptions().timeZone

type DutyByPerson = Readonly<Record<string, DutyRecord>>

export function createDuties({ store, clock, onStoreFailure }: DutyDeps): Duties {
  let known: Audience | undefined

  async function readDuty() {
    const setting = await store.readSetting(dutySetting)
    return { duty: (setting?.value ?? {}) as DutyByPerson, revision: setting?.revision ?? 0 } // As `changeDuty` wrote it.
  }

  async function readLadder() {
    const setting = await store.readSetting(ladderSetting)
    // As `changeLadder` wrote it.
    return { ladder: (setting?.value ?? usualLadder) as LadderRecord, revision: setting?.revision ?? 0 }
  }

  async function read(): Promise<Audience> {
    const [phones, people, { ladder }, { duty }] = await Promise.all([
      store.phones(),
      store.people(),
      readLadder(),
      readDuty(),
    ])
    const names = new Map(people.map(({ id, name }) => [id, name]))
    return {
      phones,
      ladder,
      dutyOf: (personId) => duty[personId] ?? usualDuty(zoneHere),
      nameOf: (personId) => names.get(personId) ?? '',
    }
  }

  return {
    async audience() {
      try {
        const found = await unlessLate(clock, storeLimitMs, read)
        if (found !== 'late') known = found
      } catch (error) {
        onStoreFailure(error)
      }
      return known ?? { phones: [], ladder: usualLadder, dutyOf: () => usualDuty(zoneHere), nameOf: () => '' }
    },
    async dutyByPerson() {
      const { duty } = await readDuty()
      return (personId) => duty[personId] ?? usualDuty(zoneHere)
    },
    ladder: async () => (await readLadder()).ladder,
    async changeDuty(personId, change, entry) {
      for (;;) {
        const { duty, revision } = await readDuty()
        const people = new Set((await store.people()).map(({ id }) => id))
        const changed = change(duty[personId] ?? usualDuty(zoneHere))
        const others = Object.entries(duty).filter(([id]) => people.has(id))
        const next = { ...Object.fromEntries(others), [personId]: changed }
        if (await store.saveSetting(dutySetting, next, revision, entry)) return changed
      }
    },
    async changeLadder(ladder, entry) {
      while (!(await store.saveSetting(ladderSetting, ladder, (await readLadder()).revision, entry)));
    },
  }
}
