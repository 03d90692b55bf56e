import * as z from 'zod/mini'
import { outgoingWebhooks, type Delivery, type OutgoingWebhook } from '#contract/desk/outgoing-webhooks.ts'
import { createMemoryStore } from '#server/storage/store-memory.ts'
import type { Store } from '#server/storage/store.ts'
import { createTestClock } from './clock.ts'
import { openTestDesk, type TestDesk } from './desk.ts'
import { createTestReceiver } from './webhook-receiver.ts'

export const webhooksPath = '/api/desk/outgoing-webhooks'

/** A desk with one webhook, and its receiver in memory. */
export async function openWithReceiver(
  webhook: Readonly<Record<string, unknown>> = {},
  store: Store = createMemoryStore(),
) {
  const clock = createTestClock()
  const receiver = createTestReceiver(clock)
  // Printers would be looked after every three seconds of the days that pass.
  const desk = await openTestDesk({ clock, store, receivers: receiver.outside, printing: null })
  const id = await receiver.register(desk, webhook)
  return { clock, receiver, desk, id }
}

/** A manager who signs in now: a sign-in does not last for days. */
export const manager = (desk: TestDesk) => desk.admit('Office', 'Sara')

export async function stateOf(desk: TestDesk, id: string): Promise<OutgoingWebhook> {
  const { data } = z.parse(outgoingWebhooks.list.answer, await (await (await manager(desk)).ask(webhooksPath)).json())
  const found = data.find((each) => each.id === id)
  if (!found) throw new Error('There is no such webhook.')
  return found
}

export async function deliveriesOf(desk: TestDesk, id: string): Promise<readonly Delivery[]> {
  const answer = await (await manager(desk)).ask(`${webhooksPath}/${id}/deliveries`)
  return z.parse(outgoingWebhooks.deliveries.answer, await answer.json()).data
}
