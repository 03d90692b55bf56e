import { createMemoryStore } from '#server/storage/store-memory.ts'
import { createTestClock } from '#testing/clock.ts'
import { openTestDesk } from '#testing/desk.ts'
import { expect, test } from 'vitest'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** A store with orders each ten minutes from 10 to 20 o'clock of the machine, on so many days and today until now. */
async function storeOf(days: number, now: number) {
  const store = createMemoryStore()
  const midnight = new Date(now).setHours(0, 0, 0, 0)
  const times = Array.from(
    { length: (days + 1) * 60 },
    (_, index) => midnight + (Math.floor(index / 60) - days) * day + (10 + (index % 60) / 6) * hour,
  ).filter((at) => at < now)
  const notificationOf = (receivedAt: number, index: number) => ({
    orderId: `old-${index}`,
    toldId: null,
    itemIds: [],
    source: 'webhook' as const,
    receivedAt,
  })
  const notifications = times.map(notificationOf)
  await store.ingest(notifications)
  for (const { orderId } of notifications) {
    const record = await store.find(orderId)
    if (record) await store.save({ ...record, lane: 'closed', closedAt: record.receivedAt })
  }
  return store
}

/** A desk at half past two, with an order each ten minutes. */
async function openShop(days = 21) {
  const noon = new Date(2026, 10, 20, 14).getTime()
  const clock = createTestClock(noon)
  const desk = await openTestDesk({ clock, store: await storeOf(days, noon) })
  for (let order = 0; order < 3; order += 1) {
    await desk.order()
    await clock.advance(10 * minute)
  }
  const isSilent = async () =>
    ((await desk.alarms()) as { code: string }[]).find(({ code }) => code === 'orders_silent')
  return { ...desk, noon, isSilent }
}

test('raises an alarm when orders cease to come, until the next one comes', async () => {
  const { clock, order, isSilent, noon } = await openShop()
  await clock.advance(hour)
  expect(await isSilent()).toBeUndefined()
  await clock.advance(2 * hour)
  expect(await isSilent()).toMatchObject({
    silence: { since: new Date(noon + 20 * minute).toISOString(), usual_seconds: 600 },
  })
  await order()
  expect(await isSilent()).toBeUndefined()
})

test('ends the alarm when the shop usually closes', async () => {
  const { clock, isSilent } = await openShop()
  await clock.advance(3 * hour)
  expect(await isSilent()).toBeDefined()
  await clock.advance(4 * hour)
  expect(await isSilent()).toBeUndefined()
})

test('raises none in the first two weeks', async () => {
  const { clock, isSilent } = await openShop(12)
  await clock.advance(5 * hour)
  expect(await isSilent()).toBeUndefined()
})
