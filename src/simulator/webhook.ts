import type { Clock } from '#contract/clock.ts'
import type { SimulatedOrder } from './order-book.ts'

/** Where the service tells the vendor of an order, and what it sends along. unspecified: all of it. */
export interface WebhookTarget {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly fetch: (request: Request) => Promise<Response>
}

/** How the next notifications misbehave. */
export interface WebhookHabits {
  /** Each is sent so many times. */
  times: number
  /** Each is sent so late, in milliseconds. */
  lateMs: number
}

const attempts = 5

/** Tells of an order until it is acknowledged, with a growing pause; gives up after five tries. */
export async function tellOfOrder(
  order: SimulatedOrder,
  target: WebhookTarget,
  habits: WebhookHabits,
  clock: Clock,
): Promise<void> {
  // The habits of now: they may change before it is sent.
  const { times, lateMs } = habits
  await clock.sleep(lateMs)
  const told = Array.from({ length: times }, () => tellOnce(order, target, clock))
  await Promise.all(told)
}

async function tellOnce(order: SimulatedOrder, target: WebhookTarget, clock: Clock): Promise<void> {
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
