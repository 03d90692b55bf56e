import type { Handler } from 'hono'
import { AnsweredBy, idempotencyKeyHeader, orderVersionHeader, type Action } from '#contract/desk/action.ts'
import type { TabletRole } from '#contract/desk/tablet-role.ts'
import { isRecord, parseJson } from '#contract/json.ts'
import type { OrderId } from '#contract/vendor/item-id.ts'
import type { OrderRecord } from '#domain/order.ts'
import { vendor as endpoints } from '#contract/vendor/endpoints.ts'
import { vendorPrefix } from '#contract/vendor/vendor-prefix.ts'
import { actingOnly, callerId, roleOf, whoActs, type Gate } from '#server/auth/require-sign-in.ts'
import { HttpError } from '#server/http/http-error.ts'
import type { At, Guarded } from '#server/http/guard.ts'
import { checkVendorsId, versionIn } from '#server/orders/order-id.ts'
import { isShownTo, stationOrder } from '#server/orders/role-rows.ts'
import type { OrderRows } from '#server/orders/order-rows.ts'
import type { Inbox } from '#server/orders/inbox.ts'
import type { Actions } from './actions.ts'
import * as z from 'zod/mini'

export interface ActionRouteDeps {
  readonly gate: Gate
  readonly actions: Actions
  readonly inbox: Pick<Inbox, 'find'>
  readonly rows: Pick<OrderRows, 'row'>
}

/** Each action with the roles that take it: who packs the last line also says that the order is ready. */
const paths: readonly (readonly [Action, { readonly path: string }, readonly TabletRole[]])[] = [
  ['accept', endpoints.acceptOrder, ['counter']],
  ['reject', endpoints.rejectOrder, ['counter']],
  ['ready', endpoints.markOrderReady, ['counter', 'station']],
]

/** Routes for accept, reject and ready, under the vendor's own paths. */
export function actionRoutes(at: At, { gate, actions, inbox, rows }: ActionRouteDeps): void {
  const isSeen = (role: TabletRole, record: OrderRecord): boolean => isShownTo(role, rows.row(record))

  /**
   * Only a counter acts on orders that it does not show. One that is closed may have been shown when the button was pressed
   * first.
   */
  async function checkSeen(role: TabletRole, orderId: OrderId): Promise<void> {
    if (role === 'counter') return
    const record = await inbox.find(orderId)
    if (record && (record.lane === 'closed' || isSeen(role, record))) return
    throw new HttpError(404, 'order_not_found', 'This desk has not received that order.')
  }

  for (const [action, { path }, roles] of paths) {
    const perform: Handler<Guarded> = async (c) => {
      const orderId = checkVendorsId(c.req.param('orderId'))
      const key = checkKey(c.req.header(idempotencyKeyHeader))
      const shown = versionIn(c.req.header(orderVersionHeader))
      const role = roleOf(c)
      await checkSeen(role, orderId)
      const reply = await actions.perform(action, orderId, key, c.var.body(), whoActs(c), callerId(c), shown)
      const record = await inbox.find(orderId).catch(() => undefined)
      if (record) reply.headers.set(orderVersionHeader, String(record.version))
      return role === 'counter' ? reply : limitedReply(reply, orderId, record !== undefined && isSeen(role, record))
    }
    at(vendorPrefix + path, { POST: [...actingOnly(gate.of(...roles)), perform] })
  }
}

/**
 * The answer to a station: the order and the error's facts as far as it sees them. The order is left out if it does not
 * see it at all.
 */
async function limitedReply(reply: Response, orderId: OrderId, isSeenOrder: boolean): Promise<Response> {
  const text = await reply.text()
  const body = parseJson(text)
  const shown = isRecord(body) ? limitedBody(body, orderId, isSeenOrder) : {}
  const headers = new Headers(reply.headers)
  headers.delete('Content-Length')
  return new Response(JSON.stringify(shown), { status: reply.status, headers })
}

function limitedBody({ status, code, message, outcome, data }: Body, orderId: OrderId, isSeenOrder: boolean): unknown {
  if (status === 'error') {
    const answered = z.safeParse(AnsweredBy, data)
    return { status, message, code, ...(answered.success && { data: answered.data }) }
  }
  return { ...(outcome !== undefined && { outcome }), data: isSeenOrder ? stationOrder(orderId, data) : null }
}

type Body = Readonly<Record<string, unknown>>

const uuid = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i

function checkKey(key: string | undefined): string {
  if (key !== undefined && uuid.test(key)) return key.toLowerCase()
  throw new HttpError(400, 'idempotency_key_required', 'An action carries an Idempotency-Key: one UUID for each press.')
}
