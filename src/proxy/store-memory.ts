import { recordOfWord } from './order-record.ts'
import type { OrderId } from '#contract/vendor/order-id.ts'
import {
  StoreUnavailable,
  type Device,
  type OrderRecord,
  type OrderStore,
  type PeopleStore,
  type Person,
  type SignIn,
  type Store,
  type TimelineRecord,
  type Word,
} from './store.ts'

/** Names that look the same to a person are the same: whatever their case, and however their accents are written. */
export const foldName = (name: string): string => name.normalize('NFKC').toUpperCase().toLowerCase()

/** A page of closed orders ends with all that came in its last millisecond: `before` could not go on between them. */
export function pageOf<T extends { readonly receivedAt: number }>(sorted: readonly T[], limit: number): readonly T[] {
  const last = sorted[limit - 1]
  return sorted.filter(({ receivedAt }, index) => index < limit || receivedAt === last?.receivedAt)
}

/** A store that lasts as long as the process: for tests, and for the demo inside a page. */
export function createMemoryStore(): Store {
  let isClosed = false

  /** What goes in and what comes out is a copy, as it is with a database: nobody changes a record by holding it. */
  async function done<T>(work: () => T): Promise<T> {
    if (isClosed) throw new StoreUnavailable('The store is closed.')
    return structuredClone(work())
  }

  return {
    ...createOrders(done),
    ...createPeople(done),
    backup: () => Promise.reject(new StoreUnavailable('A store in memory has no file to copy.')),
    async close() {
      isClosed = true
    },
  }
}

type Done = <T>(work: () => T) => Promise<T>

const byAge = (one: OrderRecord, other: OrderRecord): number =>
  one.receivedAt - other.receivedAt || (one.orderId < other.orderId ? -1 : 1)

function createOrders(done: Done): OrderStore {
  let version = 0
  const records = new Map<OrderId, OrderRecord>()
  const timelines = new Map<OrderId, TimelineRecord[]>()
  let notices: { readonly receivedAt: number; readonly contentType: string; readonly body: string }[] = []

  function hearOne(word: Word): 'stored' | 'duplicate' {
    if (records.has(word.orderId)) return 'duplicate'
    records.set(word.orderId, structuredClone(recordOfWord(word, (version += 1))))
    return 'stored'
  }

  return {
    hear: (words) => done(() => words.map(hearOne)),
    save: (record) =>
      done(() => {
        const saved = structuredClone({ ...record, version: (version += 1) })
        records.set(saved.orderId, saved)
        return saved
      }),
    find: (orderId) => done(() => records.get(orderId)),
    open: () => done(() => [...records.values()].filter(({ closedAt }) => closedAt === null).toSorted(byAge)),
    closed: ({ search, before = Number.POSITIVE_INFINITY, limit }) =>
      done(() => {
        const sought = search?.toLowerCase() ?? ''
        const fits = ({ closedAt, receivedAt, numbers }: OrderRecord) =>
          closedAt !== null && receivedAt < before && numbers.toLowerCase().includes(sought)
        return pageOf([...records.values()].filter(fits).toSorted(byAge).toReversed(), limit)
      }),
    version: () => done(() => version),
    note: (orderId, entry) =>
      done(() => {
        timelines.set(orderId, [...(timelines.get(orderId) ?? []), structuredClone(entry)])
      }),
    timeline: (orderId) => done(() => (timelines.get(orderId) ?? []).toSorted((one, other) => one.at - other.at)),
    keepUnreadable: (notice) => done(() => void notices.push(structuredClone(notice))),
    unreadable: () => done(() => notices),
    forget: ({ closedBefore, unreadableBefore }) =>
      done(() => {
        const old = [...records.values()].filter(({ closedAt }) => closedAt !== null && closedAt < closedBefore)
        for (const { orderId } of old) {
          records.delete(orderId)
          timelines.delete(orderId)
        }
        const kept = notices.filter(({ receivedAt }) => receivedAt >= unreadableBefore)
        const count = old.length + notices.length - kept.length
        notices = kept
        return count
      }),
  }
}

function createPeople(done: Done): PeopleStore {
  const devices = new Map<string, Device>()
  const people = new Map<string, Person>()
  const signIns = new Map<string, SignIn>()
  const codes = new Map<string, number>()

  function endSignIns(isOver: (signIn: SignIn) => boolean): void {
    for (const signIn of signIns.values()) if (isOver(signIn)) signIns.delete(signIn.tokenHash)
  }

  return {
    devices: () =>
      done(() =>
        [...devices.values()].toSorted(
          (one, other) => one.enrolledAt - other.enrolledAt || (one.id < other.id ? -1 : 1),
        ),
      ),
    findDevice: (tokenHash) => done(() => devices.values().find((device) => device.tokenHash === tokenHash)),
    addDevice: (device) => done(() => void devices.set(device.id, { ...device })),
    touchDevice: (id, at) =>
      done(() => {
        const device = devices.get(id)
        if (device && device.lastSeenAt < at) devices.set(id, { ...device, lastSeenAt: at })
      }),
    removeDevice: (id) =>
      done(() => {
        endSignIns(({ deviceId }) => deviceId === id)
        return devices.delete(id)
      }),
    people: () =>
      done(() => [...people.values()].toSorted((one, other) => (foldName(one.name) < foldName(other.name) ? -1 : 1))),
    addPerson: (person) =>
      done(() => {
        const isTaken = people.values().some(({ name }) => foldName(name) === foldName(person.name))
        if (isTaken || people.has(person.id)) return false
        people.set(person.id, { ...person })
        return true
      }),
    removePerson: (id) =>
      done(() => {
        endSignIns(({ personId }) => personId === id)
        return people.delete(id)
      }),
    findSignIn: (tokenHash) => done(() => signIns.get(tokenHash)),
    addSignIn: (signIn) =>
      done(() => {
        // Whoever was removed a moment ago does not come back by a sign-in that was under way.
        const isKnown = devices.has(signIn.deviceId) && people.has(signIn.personId)
        if (isKnown) signIns.set(signIn.tokenHash, { ...signIn })
      }),
    removeSignIn: (tokenHash) => done(() => void signIns.delete(tokenHash)),
    addEnrolmentCode: (codeHash, expiresAt) => done(() => void codes.set(codeHash, expiresAt)),
    useEnrolmentCode: (codeHash, now) =>
      done(() => {
        const expiresAt = codes.get(codeHash)
        codes.delete(codeHash)
        return expiresAt !== undefined && expiresAt > now
      }),
  }
}
