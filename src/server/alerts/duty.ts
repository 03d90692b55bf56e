import type { Clock } from '#contract/clock.ts'
import { usualDuty, usualLadder, type DutyRecord, type LadderRecord, type PhoneRecord } from '#domain/alert.ts'
import { knownZone } from '#domain/wall-time.ts'
import { unlessLate } from '#server/runtime/tasks.ts'
import { changeSetting } from '#server/storage/setting-store.ts'
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

const zoneHere = knownZone(new Intl.DateTimeFormat().resolvedOptions().timeZone)

type DutyByPerson = Readonly<Record<string, DutyRecord>>

export function createDuties({ store, clock, onStoreFailure }: DutyDeps): Duties {
  let known: Audience | undefined

  async function readDuty() {
    return ((await store.readSetting(dutySetting))?.value ?? {}) as DutyByPerson // As `changeDuty` wrote it.
  }

  async function readLadder() {
    // As `changeLadder` wrote it.
    return ((await store.readSetting(ladderSetting))?.value ?? usualLadder) as LadderRecord
  }

  async function read(): Promise<Audience> {
    const [phones, people, ladder, duty] = await Promise.all([store.phones(), store.people(), readLadder(), readDuty()])
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
      const duty = await readDuty()
      return (personId) => duty[personId] ?? usualDuty(zoneHere)
    },
    ladder: readLadder,
    async changeDuty(personId, change, entry) {
      const people = new Set((await store.people()).map(({ id }) => id))
      let changed = usualDuty(zoneHere)
      const next = (stored: unknown) => {
        const duty = (stored ?? {}) as DutyByPerson // As written here.
        changed = change(duty[personId] ?? usualDuty(zoneHere))
        const others = Object.entries(duty).filter(([id]) => people.has(id))
        return { ...Object.fromEntries(others), [personId]: changed }
      }
      await changeSetting(store, dutySetting, next, () => entry)
      return changed
    },
    async changeLadder(ladder, entry) {
      await changeSetting(
        store,
        ladderSetting,
        () => ladder,
        () => entry,
      )
    },
  }
}
