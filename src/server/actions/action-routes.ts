import type { Handler } from 'hono'
import { idempotencyKeyHeader, orderVersionHeader, type Action } from '#contract/desk/action.ts'
import { vendor as endpoints } from '#contract/vendor/endpoints.ts'
import { vendorPrefix } from '#contract/vendor/vendor-prefix.ts'
import { actingOnly, callerId, whoActs, type Gate } from '#server/auth/require-sign-in.ts'
import { HttpError } from '#server/http/http-error.ts'
import type { At, Guarded } from '#server/http/guard.ts'
import { checkVendorsId, versionIn } from '#server/orders/order-id.ts'
import type { Inbox } from '#server/orders/inbox.ts'
import type { Actions } from './actions.ts'

export interface ActionRouteDeps {
  readonly gate: Gate
  readonly actions: Actions
  readonly inbox: Pick<Inbox, 'find'>
}

const paths: readonly (readonly [Action, { readonly path: string }])[] = [
  ['accept', endpoints.acceptOrder],
  ['reject', endpoints.rejectOrder],
  ['ready', endpoints.markOrderReady],
]

/** Routes for accept, reject and ready, under the vendor's own paths. */
export function actionRoutes(at: At, { gate, actions, inbox }: ActionRouteDeps): void {
  for (const [action, { path }] of paths) {
    const perform: Handler<Guarded> = async (c) => {
      const orderId = checkVendorsId(c.req.param('orderId'))
      const key = checkKey(c.req.header(idempotencyKeyHeader))
      const shown = versionIn(c.req.header(orderVersionHeader))
      const reply = await actions.perform(action, orderId, key, c.var.body(), whoActs(c), callerId(c), shown)
      const record = await inbox.find(orderId).catch(() => undefined)
      if (record) reply.headers.set(orderVersionHeader, String(record.version))
      return reply
    }
    at(vendorPrefix + path, { POST: [...actingOnly(gate), perform] })
  }
}

const uuid = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i

function checkKey(key: string | undefined): string {
  if (key !== undefined && uuid.test(key)) return key.toLowerCase()
  throw new HttpError(400, 'idempotency_key_required', 'An action carries an Idempotency-Key: one UUID for each press.')
}
