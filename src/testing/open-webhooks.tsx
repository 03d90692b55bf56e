import { createMemoryStore } from '#server/storage/store-memory.ts'
import { NoAnswer, type OutgoingRequest } from '#server/webhooks/outside.ts'
import { openPage } from './open-page.tsx'

/** The screen of webhooks on a desk whose receivers answer as the test says. */
export async function openWebhooks({
  who = 'Sara' as 'Sara' | 'Omar' | 'nobody',
  store = createMemoryStore(),
  isPolling = false,
} = {}) {
  const sent: OutgoingRequest[] = []
  const shop = { status: 204 as number | undefined, sent, store }
  const receivers = {
    allowsUrl: ({ protocol }: URL) => protocol === 'https:',
    async post(request: OutgoingRequest) {
      sent.push(request)
      if (shop.status === undefined) throw new NoAnswer('unreachable')
      return { status: shop.status, retryAfter: null }
    },
  }
  return Object.assign(await openPage({ at: () => '/webhooks', receivers, store, who, isPolling }), shop, { shop })
}
