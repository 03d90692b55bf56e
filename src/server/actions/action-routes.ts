import type { Handler } from 'hono'
import { idempotencyKeyHeader, type Action } from '#contract/desk/action.ts'
import { toldVersionHeader } from '#contract/desk/feed.ts'
import { vendor as endpoints } from '#contract/vendor/endpoints.ts'
import { vendorPrefix } from '#contract/vendor/prefix.ts'
import { actingOnly, tabletOf, whoActs, type Gate } from '#server/auth/require-sign-in.ts'
import { HttpError } from '#server/http-error.ts'
import type { At, Guarded } from '#server/http/guard.ts'
import { checkVendorsId } from '#server/orders/check-order-id.ts'
import { versionIn } from '#server/orders/own-id.ts'
import type { Actions } from './actions.ts'

const paths: readonly (readonly [Action, { readonly path: string }])[] = [
  ['accept', endpoints.acceptOrder],
  ['reject', endpoints.rejectOrder],
  ['ready', endpoints.markOrderReady],
]

/** Accept, reject and ready, under the vendor's own paths. */
export function actionRoutes(at: At, { gate, actions }: { readonly gate: Gate; readonly actions: Actions }): void {
  for (const [action, { path }] of paths) {
    const perform: Handler<Guarded> = (c) => {
      const orderId = checkVendorsId(c.req.param('orderId'))
      const key = checkKey(c.req.header(idempotencyKeyHeader))
      const seen = versionIn(c.req.header(toldVersionHeader))
      return actions.perform(action, orderId, key, c.var.body(), whoActs(c), tabletOf(c).id, seen)
    }
    at(vendorPrefix + path, { POST: [...actingOnly(gate), perform] })
  }
}

const uuid = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i

function checkKey(key: string | undefined): string {
  if (key !== undefined && uuid.test(key)) return key.toLowerCase()
  throw new HttpError(400, 'idempotency_key_required', 'An action carries an Idempotency-Key: one UUID for one tap.')
}
