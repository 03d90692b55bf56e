import type { Handler } from 'hono'
import { answer } from '#server/http/http-error.ts'
import type { At, Guarded } from '#server/http/guard.ts'
import type { Webhook } from './webhook.ts'

/** Some services check an address before they register it. The answer reveals nothing about the secret. */
const look: Handler<Guarded> = () => answer(200, { data: { status: 'ok' } })

/** Routes for the webhook, with or without a trailing slash. */
export function webhookRoutes(at: At, { webhook: { take } }: { readonly webhook: Webhook }): void {
  for (const slash of ['', '/']) {
    at(`/webhooks/orders${slash}`, { GET: [look], POST: [(c) => take(c.req.raw, undefined)] })
    at(`/webhooks/orders/:secret${slash}`, { GET: [look], POST: [(c) => take(c.req.raw, c.req.param('secret'))] })
  }
}
