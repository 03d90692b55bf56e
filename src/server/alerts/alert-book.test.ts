import { expect, test } from 'vitest'
import { createMemoryStore } from '#server/storage/store-memory.ts'
import { StoreUnavailable } from '#server/storage/store.ts'
import { createTestClock } from '#testing/clock.ts'
import { createBreakableStore } from '#testing/desk.ts'
import { createAlertBook } from './alert-book.ts'

function createBooks(store = createMemoryStore()) {
  const clock = createTestClock()
  const failures: unknown[] = []
  const open = () =>
    createAlertBook({
      store,
      clock,
      randomBytes: (size) => crypto.getRandomValues(new Uint8Array(size)),
      onStoreFailure: (error) => failures.push(error),
    })
  return { clock, store, failures, one: open(), other: open() }
}

const unanswered = { occasion: 'unanswered 1', kind: 'order_unanswered', orderId: '1', step: 1 } as const
const told = (id: string) => ({ to: 'phone', id, name: 'Sara', outcome: 'delivered', at: 1 }) as const

test('begins an alert once over two servers, and one of them ends it', async () => {
  const { store, one, other } = createBooks()
  const begun = await Promise.all([one.begin(unanswered), other.begin(unanswered)])
  expect(begun.filter((each) => each !== undefined)).toHaveLength(1)
  await Promise.all([one.refresh(), other.refresh()])
  const [alerts, same] = [one.open(), other.open()]
  expect(alerts).toEqual(same)
  const by = { person: 'Sara', tablet: 'Counter' }
  const ended = await Promise.all([one.end(alerts, 'accept', by), other.end(same, 'accept', by)])
  expect(ended.flat()).toHaveLength(1)
  expect([...one.open(), ...other.open(), ...(await store.openAlerts())]).toEqual([])
})

test('keeps what both servers told', async () => {
  const { store, one, other } = createBooks()
  const alert = await one.begin(unanswered)
  const id = alert?.id ?? ''
  expect((await other.refresh()).map((each) => each.id)).toEqual([id])
  expect(await other.refresh()).toEqual([])
  one.note(id, [told('a')])
  other.note(id, [told('b')])
  await Promise.all([one.idle(), other.idle()])
  expect((await store.findAlert(id))?.told.map((each) => each.id).toSorted()).toEqual(['a', 'b'])
})

test('begins and ends from memory while the store cannot be used, and writes it later', async () => {
  const store = createBreakableStore()
  const { failures, one } = createBooks(store)
  store.isDown = true
  const alert = await one.begin(unanswered)
  expect(alert).toBeDefined()
  expect(await one.begin(unanswered)).toBeUndefined()
  expect(await one.end(one.open(), 'over')).toHaveLength(1)
  expect(failures.every((error) => error instanceof StoreUnavailable)).toBe(true)
  store.isDown = false
  await one.refresh()
  await one.idle()
  expect(await store.findAlert(alert?.id ?? '')).toMatchObject({ ended: { how: 'over' } })
})
