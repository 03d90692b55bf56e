import { endpoint } from '#contract/endpoint.ts'
import { Text } from '#contract/plain.ts'
import { OneRow, type OrderRow } from './inbox.ts'
import * as z from 'zod/mini'

/** What people do on the board, the answers to orders apart; a page needs it a moment later than the orders. */
export const boardActions = {
  /** Opens an order that no webhook told of. */
  open: endpoint({
    method: 'POST',
    path: '/api/desk/orders',
    body: z.object({ order_id: Text }),
    answer: OneRow,
  }),
  /** Stops the ring everywhere for 45 s, in somebody's name. */
  acknowledge: endpoint({
    method: 'POST',
    path: '/api/desk/orders/:orderId/acknowledge',
    answer: OneRow,
  }),
  /** Takes an order that the vendor does not know off the board, in somebody's name; see `canBeDismissed`. */
  dismissOrder: endpoint({
    method: 'POST',
    path: '/api/desk/orders/:orderId/put-aside',
    answer: OneRow,
  }),
  /** "I am answering this": tells the others so for 20 s, and locks nobody out. */
  lease: endpoint({
    method: 'PUT',
    path: '/api/desk/orders/:orderId/lease',
    answer: OneRow,
  }),
  /** "I no longer am." */
  release: endpoint({
    method: 'DELETE',
    path: '/api/desk/orders/:orderId/lease',
    answer: OneRow,
  }),
} as const

/** How long a lease tells of somebody who says nothing more, in milliseconds. */
export const leaseMs = 20_000

type Standing = Pick<OrderRow, 'lane' | 'problem'>

/** Why the vendor may never show an order, or never again. */
const isUnknown = ({ problem }: Standing): boolean => problem === 'not_found' || problem === 'bad_id'

/** An order of which nobody may ever know more, and which does not ring: a person may do without it. */
export const canBeDismissed = (order: Standing): boolean =>
  order.lane !== 'answer' && order.lane !== 'closed' && isUnknown(order)

/** It is closed because a person did without it, and not because the vendor said so. */
export const isDismissed = (order: Standing): boolean => order.lane === 'closed' && isUnknown(order)
