import { expect, test } from 'vitest'
import type { Alarm } from '#contract/desk/inbox.ts'
import { createEventBus } from '#server/events/bus.ts'
import { createMemoryStore } from '#server/storage/store-memory.ts'
import { createTestClock } from '#testing/clock.ts'
import { printerOf } from '#testing/printer-store-suite.ts'
import { webhookOf } from '#testing/webhook-store-suite.ts'
import { enqueueOccasions } from './occasions.ts'

const clock = createTestClock()
const silence = { since: '2026-11-20T09:00:00.000Z', usual_seconds: 240 }

/** A shop with two servers on one store, of which the first polls. */
async function openServers() {
  const store = createMemoryStore(clock)
  await store.addWebhook(webhookOf('w', { events: ['printer.failed', 'silence.noticed'] }))
  const current: Alarm[] = [{ code: 'orders_silent', since: silence.since, count: 1, silence }]
  let polling = 0
  const servers = [0, 1].map((server) => {
    const bus = createEventBus(() => undefined)
    enqueueOccasions({
      ...bus,
      store,
      alarms: { current: () => current },
      servers: { isPolling: () => server === polling },
      clock,
      onAdded: () => undefined,
      onStoreFailure: (error) => expect.fail(String(error)),
    })
    return bus
  })
  async function raise(code: 'printer_paper_out' | 'printer_unreachable' | 'orders_silent' | 'disk_low') {
    for (const { emit } of servers) emit({ type: 'alarm-raised', code })
    await clock.advance(0)
  }
  const told = async () =>
    (await store.latestDeliveries('w', 99)).toReversed().map(({ type, data }) => ({ type, data }))
  return { store, raise, told, takeOver: () => (polling = 1) }
}

test('tells of an odd silence once, over repeated alarms, servers and restarts', async () => {
  const { raise, told, takeOver } = await openServers()
  await raise('orders_silent')
  await raise('orders_silent')
  takeOver()
  await raise('orders_silent')
  await raise('disk_low')
  expect(await told()).toEqual([{ type: 'silence.noticed', data: silence }])
})

test('tells of each failure of a printer once', async () => {
  const { store, raise, told, takeOver } = await openServers()
  const since = clock.now()
  const paperOut = { is: 'paper_out', since, seenAt: since } as const
  await store.savePrinter({ ...printerOf('bar', { name: 'Bar' }), state: paperOut })
  await store.savePrinter(printerOf('kitchen'))
  await raise('printer_paper_out')
  takeOver()
  await raise('printer_paper_out')
  // It has paper again, and then none.
  await store.savePrinterState('bar', { ...paperOut, since: since + 60_000 })
  await raise('printer_paper_out')
  await store.savePrinterState('bar', { ...paperOut, is: 'unreachable', since: since + 90_000 })
  await raise('printer_unreachable')
  const failed = { printer_id: 'bar', name: 'Bar', state: 'paper_out' }
  expect((await told()).map(({ data }) => data)).toEqual([
    { ...failed, since: '2026-11-20T12:00:00.000Z' },
    { ...failed, since: '2026-11-20T12:01:00.000Z' },
    { ...failed, state: 'unreachable', since: '2026-11-20T12:01:30.000Z' },
  ])
})
