import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { OrderEvent, PrinterEvent, SilenceEvent } from '#contract/desk/outgoing-events.ts'
import { orderEvents, outgoingEvents } from '#contract/desk/outgoing-webhooks.ts'
import { createEventBus } from '#server/events/bus.ts'
import { createMemoryStore } from '#server/storage/store-memory.ts'
import type { OutgoingRequest, WebhooksOutside } from '#server/webhooks/outside.ts'
import { enqueueOccasions } from '#server/webhooks/occasions.ts'
import { createTestClock } from '#testing/clock.ts'
import { openTestDesk } from '#testing/desk.ts'
import { printerOf } from '#testing/printer-store-suite.ts'
import { webhookOf } from '#testing/webhook-store-suite.ts'
import { Webhook } from 'standardwebhooks'
import * as z from 'zod/mini'
import { exampleSecret, type WebhookExample } from './webhook-examples.ts'

// Each example of a webhook is a message that is received here. A changed one is written anew by `WRITE_EXAMPLES=1 npm
// exec -c 'vitest run src/server/open-api/webhook-examples.test.ts'`.

const file = new URL('webhook-examples.json', import.meta.url)
const silence = { since: '2026-11-20T09:00:00.000Z', usual_seconds: 240 }
const AnyEvent = z.union([OrderEvent, PrinterEvent, SilenceEvent])

async function makeExamples(): Promise<readonly WebhookExample[]> {
  const clock = createTestClock()
  const store = createMemoryStore(clock)
  const secrets = [{ secret: exampleSecret, until: null }]
  await store.addWebhook(webhookOf('ids', { events: outgoingEvents, secrets }))
  await store.addWebhook(webhookOf('rows', { events: ['order.changed'], includesRow: true, secrets }))
  const requests: OutgoingRequest[] = []
  const receivers: WebhooksOutside = {
    allowsUrl: () => true,
    post: async (request) => {
      requests.push(request)
      return { status: 204, retryAfter: null }
    },
  }
  const desk = await openTestDesk({ clock, store, receivers, walksCatalog: true, printing: null })
  await desk.ask('/api/desk/catalog/items')
  await clock.advance(60_000)

  await store.savePrinter({
    ...printerOf('kitchen', { name: 'Kitchen' }),
    state: { is: 'paper_out', since: clock.now(), seenAt: clock.now() },
  })
  const bus = createEventBus(() => undefined)
  enqueueOccasions({
    ...bus,
    store,
    alarms: { current: () => [{ code: 'orders_silent', since: silence.since, count: 1, silence }] },
    servers: { isPolling: () => true },
    clock,
    onAdded: () => undefined,
    onStoreFailure: (error) => expect.fail(String(error)),
  })
  bus.emit({ type: 'alarm-raised', code: 'printer_paper_out' })
  bus.emit({ type: 'alarm-raised', code: 'orders_silent' })

  const order = await desk.order()
  await clock.advance(1000)
  await desk.during(5000, desk.act(order.id, 'accept'))
  await desk.during(60_000, desk.act(order.id, 'ready'))
  desk.vendor.orders.move(order, 'completed')
  await clock.advance(120_000)

  const noted = requests.map(({ url, headers, body }) => {
    const { type } = z.parse(AnyEvent, JSON.parse(body))
    const signed = Object.entries(headers).filter(([name]) => name.startsWith('webhook-'))
    const name = url.endsWith('rows') ? 'With the whole order' : 'With ids only'
    return { event: type, name: isOfOrder(type) ? name : 'The message', headers: Object.fromEntries(signed), body }
  })
  return [...new Map(noted.map((each) => [`${each.event} ${each.name}`, each] as const)).values()]
}

const isOfOrder = (type: string): boolean => orderEvents.some((each) => each === type)

test('shows the messages of the documentation as they are received', async () => {
  const examples = await makeExamples()
  if (process.env['WRITE_EXAMPLES']) writeFileSync(file, `${JSON.stringify(examples, null, 2)}\n`)
  expect(examples).toEqual(JSON.parse(readFileSync(file, 'utf8')))
  expect(new Set(examples.map(({ event }) => event))).toEqual(new Set(outgoingEvents))
})

test('signs them by the secret that the documentation names', () => {
  const examples = JSON.parse(readFileSync(file, 'utf8')) as readonly WebhookExample[] // As it is written above.
  for (const { body, headers } of examples) {
    // The package compares the time with the machine's.
    const { 'webhook-id': id = '', 'webhook-timestamp': at = '' } = headers
    const signature = new Webhook(exampleSecret).sign(id, new Date(Number(at) * 1000), body)
    expect(headers['webhook-signature']).toBe(signature)
  }
})
