import type { Done } from './store-memory-actions.ts'
import { foldName, freeName, isCodeGood, notedEveryMs } from '#domain/people.ts'
import { mayTryFrom, triesOfPerson, withoutTry, withTry } from './tries.ts'
import type { TabletRole } from '#contract/desk/tablet-role.ts'
import type { TryStore } from './people-store.ts'
import type { Device, LogEntry, PeopleStore, Person, SignIn } from './store.ts'

type Append = (entry: LogEntry) => void

/** Whether a timestamp replaces an earlier one: it is later, or the clock was set back. */
const isOther = (before: number, at: number): boolean => before < at || before > at + notedEveryMs

interface PeopleInMemory {
  readonly store: PeopleStore
  readonly hasPerson: (id: string) => boolean
  readonly hasDevice: (id: string) => boolean
  readonly isCounter: (id: string) => boolean
}

/**
 * Tablets, people, codes and tries in memory. `onGone` is called when a person or a tablet was removed, and with the id of
 * a tablet that is no counter any more.
 */
export function createPeopleInMemory(
  done: Done,
  append: Append,
  onGone: (formerCounter?: string) => void,
): PeopleInMemory {
  const devices = new Map<string, Device>()
  const people = new Map<string, Person>()
  const signIns = new Map<string, SignIn>()
  const codes = new Map<string, Code>()
  const tries = new Map<string, readonly number[]>()

  function endSignIns(isOver: (signIn: SignIn) => boolean): void {
    for (const signIn of signIns.values()) if (isOver(signIn)) signIns.delete(signIn.tokenHash)
  }

  /** @returns whether the tablet existed. */
  function remove(deviceId: string): boolean {
    endSignIns((signIn) => signIn.deviceId === deviceId)
    const wasThere = devices.delete(deviceId)
    if (wasThere) onGone()
    return wasThere
  }

  /** @returns `isChanged`, after logging the entry if it is true. */
  function noted(isChanged: boolean, entry: LogEntry | undefined): boolean {
    if (isChanged && entry) append(entry)
    return isChanged
  }

  const store: PeopleStore = {
    ...createTries(done, tries),
    devices: () =>
      done(() =>
        [...devices.values()].toSorted(
          (one, other) => one.enrolledAt - other.enrolledAt || (one.id < other.id ? -1 : 1),
        ),
      ),
    findDevice: (tokenHash) => done(() => [...devices.values()].find((device) => device.tokenHash === tokenHash)),
    addDevice: (device, entry) =>
      done(() => {
        devices.set(device.id, { ...device })
        noted(true, entry)
      }),
    touchDevice: (id, at) =>
      done(() => {
        const device = devices.get(id)
        if (device && isOther(device.lastSeenAt, at)) devices.set(id, { ...device, lastSeenAt: at })
      }),
    renameDevice: (id, requested, note) =>
      done(() => {
        const device = devices.get(id)
        if (!device) return undefined
        const name = freeNameIn(devices, requested, id)
        devices.set(id, { ...device, name })
        noted(name !== device.name, note?.(name))
        return name
      }),
    changeDevice: (id, { role, categoryIds }, entry) =>
      done(() => {
        const device = devices.get(id)
        if (!device) return undefined
        const changed = { ...device, ...(role && { role }), ...(categoryIds !== undefined && { categoryIds }) }
        devices.set(id, changed)
        if (changed.role !== 'counter') onGone(id)
        if (changed.role === 'display') endSignIns(({ deviceId }) => deviceId === id)
        noted(true, entry)
        return changed
      }),
    removeDevice: (id, entry) => done(() => noted(remove(id), entry)),
    people: () =>
      done(() => [...people.values()].toSorted((one, other) => (foldName(one.name) < foldName(other.name) ? -1 : 1))),
    addPerson: (person, entry) =>
      done(() => {
        const isTaken = [...people.values()].some(({ name }) => foldName(name) === foldName(person.name))
        if (isTaken || people.has(person.id)) return false
        people.set(person.id, { ...person })
        return noted(true, entry)
      }),
    removePerson: (id, { keepsManager = false, entry } = {}) =>
      done(() => {
        const managers = [...people.values()].filter(({ isManager }) => isManager)
        if (keepsManager && managers.length === 1 && managers[0]?.id === id) return 'last_manager'
        endSignIns(({ personId }) => personId === id)
        const wasThere = people.delete(id)
        if (wasThere) onGone()
        return noted(wasThere, entry) ? 'removed' : 'unknown'
      }),
    changePin: (id, pinHash, { staying, entry } = {}) =>
      done(() => {
        const person = people.get(id)
        if (person) people.set(id, { ...person, pinHash })
        endSignIns(({ personId, tokenHash }) => personId === id && tokenHash !== staying)
        tries.delete(triesOfPerson(id))
        return noted(person !== undefined, entry)
      }),
    findSignIn: (tokenHash) => done(() => signIns.get(tokenHash)),
    addSignIn: (signIn, entry, pinHash) =>
      done(() => {
        // A sign-in under way must not bring back a person who was just removed, or an old PIN.
        const person = people.get(signIn.personId)
        const isTheirs = person !== undefined && (pinHash ?? person.pinHash) === person.pinHash
        const isKnown = devices.has(signIn.deviceId) && isTheirs
        if (isKnown) signIns.set(signIn.tokenHash, { ...signIn })
        return noted(isKnown, entry)
      }),
    touchSignIn: (tokenHash, at) =>
      done(() => {
        const signIn = signIns.get(tokenHash)
        if (signIn && isOther(signIn.usedAt, at)) signIns.set(tokenHash, { ...signIn, usedAt: at })
      }),
    removeSignIn: (tokenHash) => done(() => void signIns.delete(tokenHash)),
    ...createCodes(done, { codes, devices, remove, noted }),
    forgetExpired: (before) =>
      done(() => {
        for (const [tokenHash, { expiresAt }] of signIns) if (expiresAt < before) signIns.delete(tokenHash)
        for (const [codeHash, { expiresAt }] of codes) if (expiresAt < before) codes.delete(codeHash)
        for (const [subject, moments] of tries) if ((moments.at(-1) ?? 0) < before) tries.delete(subject)
      }),
  }
  return {
    store,
    hasPerson: (id) => people.has(id),
    hasDevice: (id) => devices.has(id),
    isCounter: (id) => devices.get(id)?.role === 'counter',
  }
}

interface Code {
  readonly expiresAt: number
  readonly role: TabletRole
}

interface CodeDeps {
  readonly codes: Map<string, Code>
  readonly devices: Map<string, Device>
  readonly remove: (deviceId: string) => boolean
  readonly noted: (isChanged: boolean, entry: LogEntry | undefined) => boolean
}

function createCodes(
  done: Done,
  { codes, devices, remove, noted }: CodeDeps,
): Pick<PeopleStore, 'addEnrolmentCode' | 'enrolDevice'> {
  return {
    addEnrolmentCode: (codeHash, expiresAt, entry, role = 'counter') =>
      done(() => {
        codes.set(codeHash, { expiresAt, role })
        noted(true, entry)
      }),
    enrolDevice: (codeHash, device, note, formerId) =>
      done(() => {
        const code = codes.get(codeHash)
        const isGood = code !== undefined && isCodeGood(code.expiresAt, device.enrolledAt)
        codes.delete(codeHash)
        if (isGood && formerId !== undefined) remove(formerId)
        if (!isGood) return undefined
        const name = freeNameIn(devices, device.name, device.id)
        devices.set(device.id, { ...device, name, role: code.role, categoryIds: null })
        noted(true, note?.(name))
        return name
      }),
  }
}

function freeNameIn(devices: ReadonlyMap<string, Device>, requested: string, deviceId: string): string {
  const others = [...devices.values()].filter(({ id }) => id !== deviceId)
  return freeName(
    requested,
    others.map(({ name }) => name),
  )
}

function createTries(done: Done, tries: Map<string, readonly number[]>): TryStore {
  const of = (subject: string) => tries.get(subject) ?? []
  return {
    beginTry: (limits, now) =>
      done(() => {
        for (const limit of limits) {
          const until = mayTryFrom(limit, of(limit.subject), now)
          if (until !== undefined) return { subject: limit.subject, until }
        }
        for (const { subject } of limits) tries.set(subject, withTry(of(subject), now))
        return undefined
      }),
    takeBackTry: (subjects, at) =>
      done(() => {
        for (const subject of subjects) tries.set(subject, withoutTry(of(subject), at))
      }),
  }
}
