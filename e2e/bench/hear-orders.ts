import { feedPath } from '#contract/desk/feed.ts'
import { now } from './painted.ts'

/** A tablet without a screen. */
export interface OrderFeed {
  /** When the feed next reports an order: ms since 1970. */
  next(orderId: string): Promise<number>
  stop(): void
}

/** Listens to a desk's feed and records when it reports each order. */
export async function followOrders(url: string, cookie: string): Promise<OrderFeed> {
  const stop = new AbortController()
  const { body } = await fetch(url + feedPath, { headers: { Cookie: cookie }, signal: stop.signal })
  const wanted = new Map<string, (at: number) => void>()
  async function listen(): Promise<void> {
    for await (const bytes of body ?? []) {
      const at = now()
      for (const [, orderId = ''] of new TextDecoder().decode(bytes).matchAll(/"order_id":"([^"]+)"/g)) {
        wanted.get(orderId)?.(at)
        wanted.delete(orderId)
      }
    }
  }
  // It ends when it is stopped.
  void listen().catch(() => undefined)
  return {
    next: (orderId) =>
      new Promise((resolve, reject) => {
        wanted.set(orderId, resolve)
        setTimeout(() => reject(new Error(`The feed did not tell of ${orderId} in 60 s.`)), 60_000).unref()
      }),
    stop: () => stop.abort(),
  }
}
