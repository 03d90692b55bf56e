import type { Clock } from '#contract/clock.ts'
import type { SimulatedOrder } from './order-book.ts'

/** The vendor's webhook and the secret to send. unspecified: all of it. */
export interface WebhookTarget {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly fetch: (request: Request) => Promise<Response>
}

/** How the next notifications misbehave. */
export interface WebhookHabits {
  /** How often each is sent. */
  times: number
  /** The delay of each, in ms. */
  lateMs: number
}

const attempts = 5

/** Sends a notification until it is acknowledged, with growing pauses, at most five times. */
export async function notifyOfOrder(
  order: SimulatedOrder,
  target: WebhookTarget,
  habits: WebhookHabits,
  clock: Clock,
): Promise<void> {
  // Read now, because they may change before it is sent.
  const { times, lateMs } = habits
  await clock.sleep(lateMs)
  const notified = Array.from({ length: times }, () => notifyOnce(order, target, clock))
  await Promise.all(notified)
}

async function notifyOnce(order: SimulatedOrder, target: WebhookTarget, clock: Clock): Promise<void> {
  const body = JSON.stringify({
    event: 'order_created',
    data: { id: order.id, items: order.lines.map((line) => ({ order_item_id: line.id })) },
  })
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const headers = { ...target.headers, 'Content-Type': 'application/json' }
    const request = new Request(target.url, { method: 'POST', headers, body })
    const answer = await target.fetch(request).catch(() => undefined)
    if (answer?.ok) return
    await clock.sleep(1000 * attempt ** 2)
  }
}
