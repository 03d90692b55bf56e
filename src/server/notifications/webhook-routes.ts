import type { Handler } from 'hono'
import { answer } from '#server/http/http-error.ts'
import type { At, Guarded } from '#server/http/guard.ts'
import type { Webhook } from './webhook.ts'

/** Some services look whether an address answers before they register it. The answer says nothing of the secret. */
const look: Handler<Guarded> = () => answer(200, { data: { status: 'ok' } })

/** The addresses of the webhook; with a trailing slash they are the same. */
export function webhookRoutes(at: At, { webhook: { take } }: { readonly webhook: Webhook }): void {
  for (const slash of ['', '/']) {
    at(`/webhooks/orders${slash}`, { GET: [look], POST: [(c) => take(c.req.raw, undefined)] })
    at(`/webhooks/orders/:secret${slash}`, { GET: [look], POST: [(c) => take(c.req.raw, c.req.param('secret'))] })
  }
}
