import type { Handler } from 'hono'
import { boardActions } from '#contract/desk/board-actions.ts'
import { inbox as endpoints } from '#contract/desk/inbox.ts'
import { tabletRoles } from '#contract/desk/tablet-role.ts'
import { vendor } from '#contract/vendor/endpoints.ts'
import { vendorPrefix } from '#contract/vendor/vendor-prefix.ts'
import { actingOnly, roleOf, whoActs, type Gate } from '#server/auth/require-sign-in.ts'
import { answerText } from '#server/http/http-error.ts'
import { queryOf, type At, type Guarded } from '#server/http/guard.ts'
import { afterPeerChanges } from '#server/storage/peer-changes.ts'
import type { Board } from './board.ts'
import { checkVendorsId, orderIdIn } from './order-id.ts'
import type { Inbox } from './inbox.ts'
import type { OrderReader } from './order-reader.ts'

export interface OrderRouteDeps {
  readonly gate: Gate
  readonly board: Board
  readonly inbox: Pick<Inbox, 'refresh'>
  readonly orders: Pick<OrderReader, 'read'>
}

/** Routes for the board, its orders, and one order as the vendor shows it. */
export function orderRoutes(at: At, { gate, board, inbox, orders }: OrderRouteDeps): void {
  const toAct = actingOnly(gate)
  const toRead = [gate.of(...tabletRoles).enrolledOnly, afterPeerChanges(inbox)]
  const toLease = actingOnly(gate.of('counter', 'station'))
  at(endpoints.list.path, {
    GET: [...toRead, (c) => board.list(roleOf(c), queryOf(c))],
    POST: [...toAct, (c) => board.open(c.var.body(), whoActs(c))],
  })
  at(endpoints.read.path, { GET: [...toRead, (c) => board.read(roleOf(c), orderIdIn(c))] })
  const readMatches: Handler<Guarded> = (c) => board.readMatches(checkVendorsId(c.req.param('orderId')))
  at(endpoints.readMatches.path, { GET: [gate.enrolledOnly, readMatches] })

  at(boardActions.acknowledge.path, { POST: [...toAct, (c) => board.acknowledge(orderIdIn(c), whoActs(c))] })
  at(boardActions.dismissOrder.path, { POST: [...toAct, (c) => board.dismissOrder(orderIdIn(c), whoActs(c))] })
  at(boardActions.lease.path, {
    PUT: [...toLease, (c) => board.lease(roleOf(c), orderIdIn(c), whoActs(c), true)],
    DELETE: [...toLease, (c) => board.lease(roleOf(c), orderIdIn(c), whoActs(c), false)],
  })

  const readAtVendor: Handler<Guarded> = async (c) =>
    answerText(200, (await orders.read(checkVendorsId(c.req.param('orderId')))).text)
  at(vendorPrefix + vendor.getOrder.path, { GET: [gate.enrolledOnly, readAtVendor] })
}
