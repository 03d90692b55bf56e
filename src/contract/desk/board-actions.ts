import * as z from 'zod/mini'
import { Text } from '#contract/plain.ts'
import { endpoint } from '#contract/endpoint.ts'
import { OneRow } from './inbox.ts'

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
