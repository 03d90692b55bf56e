import { expect, onTestFinished, test } from 'vitest'
import type { AlertRecord, PhoneRecord } from '#domain/alert.ts'
import { StoreUnavailable, type Store } from '#server/storage/store.ts'
import { logEntryOf } from './action-store-suite.ts'

// The contract of every store for alerts and phones.

export const alertOf = (id: string, alert: Partial<AlertRecord> = {}): AlertRecord => ({
  id,
  occasion: `occasion ${id}`,
  kind: 'order_unanswered',
  orderId: '1',
  number: '0042',
  step: 1,
  alarm: null,
  about: [],
  isRehearsal: false,
  at: 1000,
  told: [],
  ended: null,
  revision: 1,
  ...alert,
})

export const phoneOf = (id: string, phone: Partial<PhoneRecord> = {}): PhoneRecord => ({
  id,
  personId: 'p1',
  deviceId: 'd1',
  endpoint: `https://push.test/${id}`,
  keys: { p256dh: 'key', auth: 'secret' },
  language: 'ar',
  createdAt: 1000,
  deliveredAt: null,
  ...phone,
})

const idsOf = (records: readonly { readonly id: string }[]) => records.map(({ id }) => id)

/** Adds the person and the tablet of `phoneOf`. */
async function addOwners(store: Store): Promise<void> {
  await store.addPerson({ id: 'p1', name: 'Mona', isManager: true, pinHash: 'pin' })
  await store.addPerson({ id: 'p2', name: 'Zoé', isManager: true, pinHash: 'pin' })
  await store.addDevice({
    id: 'd1',
    name: 'Counter',
    tokenHash: 'hash',
    enrolledAt: 1,
    lastSeenAt: 1,
    role: 'counter',
    categoryIds: null,
  })
}

/** Tests alerts and phones of a store; `create` makes a new, empty one. */
export function testAlertStore(name: string, create: () => Promise<Store>): void {
  async function openStore(): Promise<Store> {
    const store = await create()
    onTestFinished(() => store.close())
    return store
  }

  test(`${name}: begins one alert an occasion, of many at once`, async () => {
    const store = await openStore()
    const begun = await Promise.all(
      Array.from({ length: 20 }, (_, server) => store.beginAlert(alertOf(`of ${server}`, { occasion: 'the same' }))),
    )
    expect(begun.filter(Boolean)).toHaveLength(1)
    expect(await store.openAlerts()).toHaveLength(1)
  })

  test(`${name}: overwrites an alert for one of many who read the same revision`, async () => {
    const store = await openStore()
    const told = [{ to: 'phone', id: 'a', name: 'منى', outcome: 'pending', at: 1001 }] as const
    const alert = alertOf('1', { told, about: ['مطبخ \u0000'] })
    await store.beginAlert(alert)
    expect(await store.findAlert('1')).toEqual(alert)
    const ended = { at: 2000, how: 'accept', by: { person: 'Mona', tablet: 'Counter' } } as const
    const saved = await Promise.all(Array.from({ length: 20 }, () => store.saveAlert({ ...alert, ended })))
    expect(saved.filter((each) => each !== undefined)).toEqual([{ ...alert, ended, revision: 2 }])
    expect(await store.findAlert('1')).toEqual({ ...alert, ended, revision: 2 })
    expect(await store.saveAlert(alertOf('unknown'))).toBeUndefined()
    expect(await store.openAlerts()).toEqual([])
  })

  test(`${name}: lists open alerts, oldest first, and all, newest first, and deletes old ones`, async () => {
    const store = await openStore()
    const ended = { at: 3, how: 'over', by: null } as const
    for (const alert of [alertOf('b', { at: 2 }), alertOf('a', { at: 1 }), alertOf('c', { at: 3, ended })])
      await store.beginAlert(alert)
    expect(idsOf(await store.openAlerts())).toEqual(['a', 'b'])
    expect(idsOf(await store.latestAlerts(2))).toEqual(['c', 'b'])
    expect(await store.forgetAlerts(2)).toBe(1)
    expect(idsOf(await store.latestAlerts(9))).toEqual(['c', 'b'])
    expect(await store.beginAlert(alertOf('a', { at: 4 }))).toBe(true)
  })

  test(`${name}: has one phone an endpoint, and keeps when it was told last`, async () => {
    const store = await openStore()
    await addOwners(store)
    expect(await store.savePhone(phoneOf('1'), logEntryOf({ what: 'add phone' }))).toBe(true)
    await store.touchPhone('1', 5000)
    const again = phoneOf('2', { endpoint: phoneOf('1').endpoint, personId: 'p2', createdAt: 2000 })
    expect(await store.savePhone(again)).toBe(true)
    expect(await store.phones()).toEqual([{ ...again, deliveredAt: 5000 }])
    expect(await store.savePhone(phoneOf('3', { personId: 'gone' }), logEntryOf({ what: 'no' }))).toBe(false)
    expect(await store.savePhone(phoneOf('3', { deviceId: 'gone' }))).toBe(false)
    expect(await store.removePhone('2', logEntryOf({ what: 'remove phone' }))).toBe(true)
    expect(await store.removePhone('2', logEntryOf({ what: 'not logged' }))).toBe(false)
    await store.touchPhone('2', 6000)
    expect(await store.phones()).toEqual([])
    const logged = (await store.readLog({ limit: 9 })).entries.map(({ what }) => what)
    expect(logged).toEqual(['remove phone', 'add phone'])
  })

  test(`${name}: removes the phones on a tablet that is no counter any more`, async () => {
    const store = await openStore()
    await addOwners(store)
    await store.savePhone(phoneOf('1'))
    await store.changeDevice('d1', { categoryIds: ['7'] })
    expect(await store.phones()).toHaveLength(1)
    await store.changeDevice('d1', { role: 'station' })
    expect(await store.phones()).toEqual([])
  })

  test(`${name}: removes the phones of a removed person, and those on a removed tablet`, async () => {
    const store = await openStore()
    await addOwners(store)
    await store.addDevice({
      id: 'd2',
      name: 'Phone',
      tokenHash: 'other',
      enrolledAt: 1,
      lastSeenAt: 1,
      role: 'counter',
      categoryIds: null,
    })
    await store.savePhone(phoneOf('1'))
    await store.savePhone(phoneOf('2', { personId: 'p2' }))
    await store.savePhone(phoneOf('3', { personId: 'p2', deviceId: 'd2' }))
    await store.removePerson('p1')
    expect(idsOf(await store.phones())).toEqual(['2', '3'])
    await store.removeDevice('d1')
    expect(idsOf(await store.phones())).toEqual(['3'])
  })

  test(`${name}: adds no phone on a tablet that is no counter`, async () => {
    const store = await openStore()
    await addOwners(store)
    await store.changeDevice('d1', { role: 'display' })
    expect(await store.savePhone(phoneOf('1'))).toBe(false)
    await store.changeDevice('d1', { role: 'counter' })
    expect(await store.savePhone(phoneOf('1'))).toBe(true)
  })

  test(`${name}: writes no alert and no phone when it is closed`, async () => {
    const store = await create()
    await store.close()
    await expect(store.beginAlert(alertOf('1'))).rejects.toBeInstanceOf(StoreUnavailable)
    await expect(store.saveAlert(alertOf('1'))).rejects.toBeInstanceOf(StoreUnavailable)
    await expect(store.phones()).rejects.toBeInstanceOf(StoreUnavailable)
  })
}

/** Tests that alerts and phones outlast the process; `createPlace` returns a function that opens the store there. */
export function testLastingAlerts(name: string, createPlace: () => Promise<() => Promise<Store>>): void {
  test(`${name}: has its alerts and phones when it is opened again`, async () => {
    const open = await createPlace()
    const first = await open()
    await addOwners(first)
    await first.savePhone(phoneOf('1'))
    await first.beginAlert(alertOf('1'))
    await first.close()
    const second = await open()
    onTestFinished(() => second.close())
    expect(await second.phones()).toEqual([phoneOf('1')])
    expect(await second.beginAlert(alertOf('2', { occasion: alertOf('1').occasion }))).toBe(false)
  })
}
