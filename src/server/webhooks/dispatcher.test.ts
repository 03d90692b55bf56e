import { expect, test } from 'vitest'
import { createMemoryStore } from '#server/storage/store-memory.ts'
import { createTestClock } from '#testing/clock.ts'
import { notificationOf } from '#testing/store-suite.ts'
import { webhookOf } from '#testing/webhook-store-suite.ts'
import { createDispatcher } from './dispatcher.ts'

const minute = 60_000

/** Servers on one store, of which one polls, with a receiver that answers with `receiver.status`. */
function openServers(count: number) {
  const clock = createTestClock()
  const store = createMemoryStore()
  const receiver = { status: 204, received: 0 }
  let polling = 0
  const servers = Array.from({ length: count }, (_, number) =>
    createDispatcher({
      store,
      clock,
      servers: { isPolling: () => polling === number },
      log: () => undefined,
      random: () => 0.5,
      tryDelivery: async () => {
        receiver.received += 1
        return { status: receiver.status, problem: null, at: clock.now(), tookMs: 1 }
      },
      onStoreFailure: (error) => {
        throw error
      },
    }),
  )
  const closing = new AbortController()
  for (const server of servers) void server.run(closing.signal)
  return {
    clock,
    store,
    receiver,
    takeOver(number: number) {
      polling = number
      servers[number]?.wake()
    },
    wake: () => servers[polling]?.wake(),
    close: () => closing.abort(),
  }
}

test('brings forward what waits for a receiver that is back, whichever server saw it fail', async () => {
  const { clock, store, receiver, takeOver, wake, close } = openServers(2)
  await store.addWebhook(webhookOf('w', { events: ['order.received'] }))
  const place = async (id: string) => {
    await store.ingest([notificationOf(id, { receivedAt: clock.now() })])
    wake()
    await clock.advance(0)
  }
  // The first server knows the receiver as it was.
  await place('1')
  takeOver(1)
  receiver.status = 500
  for (const id of ['2', '3', '4', '5']) await place(id)
  await clock.advance(3 * minute)
  takeOver(0)
  await clock.advance(0)
  receiver.status = 204
  await place('6')
  await clock.advance(0)
  expect(await store.countDeliveries('w')).toEqual({ waiting: 0, parked: 0 })
  close()
})
