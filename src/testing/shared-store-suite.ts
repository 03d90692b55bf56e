import { expect, onTestFinished, test, vi } from 'vitest'
import type { SharedStore, Store } from '#server/storage/store.ts'
import { sentAttemptOf } from './action-store-suite.ts'
import { notificationOf } from './store-suite.ts'

// The contract of a store that several servers share.

const message = { isAnybodyThere: true, tablets: [] }
const soon = { timeout: 5_000 }

/**
 * Tests it; `createPlace` makes an empty place and returns a function that opens the store there, once for each server.
 */
export function testSharedStore(name: string, createPlace: () => Promise<() => Promise<Store>>): void {
  async function openServers(): Promise<readonly [Server, Server]> {
    const open = await createPlace()
    return [await openServer(open), await openServer(open)]
  }

  test(`${name}: reads another server’s changes by version, closed orders too`, async () => {
    const [one, two] = await openServers()
    await one.ingest([notificationOf('1'), notificationOf('2')])
    const [first, second] = await two.shared.changedSince(0)
    expect([first?.orderId, second?.orderId]).toEqual(['1', '2'])
    if (first) await two.save({ ...first, lane: 'closed', closedAt: 5 })
    expect(await one.shared.changedSince(second?.version ?? 0)).toMatchObject([{ orderId: '1', closedAt: 5 }])
    expect(await one.shared.changedSince(await one.version())).toEqual([])
  })

  test(`${name}: wakes a server for another’s changes, and reports a gap at the start`, async () => {
    const [one, two] = await openServers()
    const received: boolean[] = []
    const closing = new AbortController()
    one.shared.listen((isAfterGap) => received.push(isAfterGap), closing.signal)
    await vi.waitFor(() => expect(received).toEqual([true]), soon)
    await two.ingest([notificationOf('1')])
    await vi.waitFor(() => expect(received).toContain(false), soon)
    closing.abort()
  })

  test(`${name}: wakes a server for another’s unconfirmed orders`, async () => {
    const [one, two] = await openServers()
    const received: boolean[] = []
    const closing = new AbortController()
    one.shared.listen((isAfterGap) => received.push(isAfterGap), closing.signal)
    await vi.waitFor(() => expect(received).toEqual([true]), soon)
    await two.saveUnconfirmed(['1'], 100)
    await vi.waitFor(() => expect(received).toContain(false), soon)
    expect(await one.unconfirmedOrders()).toEqual([{ orderId: '1', mentionedAt: 100 }])
    closing.abort()
  })

  test(`${name}: gives the lease to one server, until it releases it or is silent for too long`, async () => {
    const [one, two] = await openServers()
    expect((await one.shared.beat('one', message, 60_000)).isPolling).toBe(true)
    expect((await two.shared.beat('two', message, 60_000)).isPolling).toBe(false)
    expect((await one.shared.beat('one', message, 60_000)).isPolling).toBe(true)
    await one.shared.leave('one')
    expect((await two.shared.beat('two', message, 0)).isPolling).toBe(true)
    expect((await one.shared.beat('one', message, 60_000)).isPolling).toBe(true)
    expect((await two.shared.beat('two', message, 60_000)).isPolling).toBe(false)
  })

  test(`${name}: takes a lease beyond the maximum as free, because the clock was set back`, async () => {
    const [one, two] = await openServers()
    expect((await one.shared.beat('one', message, 3 * 3_600_000)).isPolling).toBe(true)
    expect((await two.shared.beat('two', message, 6_000)).isPolling).toBe(true)
    expect((await one.shared.beat('one', message, 6_000)).isPolling).toBe(false)
  })

  test(`${name}: gives the lease to one of many that ask at once`, async () => {
    const [one, two] = await openServers()
    const beats = Array.from({ length: 12 }, (_, at) => (at % 2 ? one : two).shared.beat(`s${at}`, message, 60_000))
    expect((await Promise.all(beats)).filter(({ isPolling }) => isPolling)).toHaveLength(1)
  })

  test(`${name}: lists the servers that are present`, async () => {
    const [one, two] = await openServers()
    expect((await one.shared.beat('one', message, 1000)).peers).toEqual([])
    const tablet = { tablet: 't1', agoMs: 5, armed: true, sound: true, awake: true, feed: true }
    const busy = { isAnybodyThere: false, tablets: [{ ...tablet, notifications: false, touched: false }] }
    const { peers } = await two.shared.beat('two', busy, 1000)
    expect(peers).toEqual([{ id: 'one', beatAt: expect.any(Number), silentMs: expect.any(Number), message }])
    expect((await one.shared.beat('one', message, 1000)).peers).toMatchObject([{ id: 'two', message: busy }])
    await one.shared.leave('one')
    expect((await two.shared.beat('two', message, 1000)).peers).toEqual([])
  })

  test(`${name}: stores a notification and an attempt once that reach both servers at once`, async () => {
    const [one, two] = await openServers()
    const both = Array.from({ length: 40 }, (_, at) => (at % 2 ? one : two))
    const received = await Promise.all(both.map((server) => server.ingest([notificationOf('1'), notificationOf('2')])))
    expect(received.flat().filter((version) => version !== undefined)).toHaveLength(2)
    const begun = await Promise.all(both.map((server, at) => server.beginAttempt(sentAttemptOf(`k${at}`, '1'))))
    expect(begun.filter((inTheWay) => inTheWay === undefined)).toHaveLength(1)
  })

  test(`${name}: counts wrong PINs over both servers, and keeps the last manager`, async () => {
    const [one, two] = await openServers()
    const limit = { subject: 'tablet', most: 5, withinMs: 60_000, waitsMs: [] }
    const tries = Array.from({ length: 30 }, (_, at) => (at % 2 ? one : two).beginTry([limit], 1000 + at))
    expect((await Promise.all(tries)).filter((refused) => refused === undefined)).toHaveLength(5)
    for (const id of ['p1', 'p2']) await one.addPerson({ id, name: id, isManager: true, pinHash: '' })
    const removed = [one.removePerson('p1', { keepsManager: true }), two.removePerson('p2', { keepsManager: true })]
    expect((await Promise.all(removed)).toSorted((a, b) => a.localeCompare(b))).toEqual(['last_manager', 'removed'])
  })

  test(`${name}: gives tablets that reach both servers at once under one name different names`, async () => {
    const [one, two] = await openServers()
    const codes = Array.from({ length: 12 }, (_, at) => `c${at}`)
    for (const code of codes) await one.addEnrolmentCode(code, 100)
    const got = await Promise.all(
      codes.map((id, at) =>
        (at % 2 ? one : two).enrolDevice(id, { id, name: 'Till', tokenHash: id, enrolledAt: 1, lastSeenAt: 1 }),
      ),
    )
    expect(new Set(got)).toEqual(new Set(['Till', ...codes.slice(1).map((_, at) => `Till ${at + 2}`)]))
  })

  test(`${name}: keeps no session by an old PIN while the other server changes it`, async () => {
    const [one, two] = await openServers()
    await one.addDevice({
      id: 'd1',
      name: 'Counter',
      tokenHash: 'd1',
      enrolledAt: 1,
      lastSeenAt: 1,
      role: 'counter',
      categoryIds: null,
    })
    await one.addPerson({ id: 'p1', name: 'Mona', isManager: true, pinHash: 'pin-0' })
    const names = Array.from({ length: 20 }, (_, at) => `s${at}`)
    for (const round of [0, 1, 2, 3, 4]) {
      const signIns = names.map((tokenHash) =>
        two.addSignIn(
          { tokenHash, personId: 'p1', deviceId: 'd1', expiresAt: 9, usedAt: 1 },
          undefined,
          `pin-${round}`,
        ),
      )
      await Promise.all([...signIns, one.changePin('p1', `pin-${round + 1}`)])
      const stayed = await Promise.all(names.map((each) => one.findSignIn(each)))
      expect(stayed.filter((each) => each !== undefined)).toEqual([])
    }
  })
}

type Server = Store & { readonly shared: SharedStore }

async function openServer(open: () => Promise<Store>): Promise<Server> {
  const store = await open()
  onTestFinished(() => store.close())
  if (!store.shared) throw new Error('A store of one server.')
  return { ...store, shared: store.shared }
}
