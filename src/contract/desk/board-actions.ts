import { endpoint } from '#contract/endpoint.ts'
import { Flag, oneOf, Text } from '#contract/plain.ts'
import { OneRow, type OrderRow } from './inbox.ts'
import { handOverKinds, pickStates, PrintLeave } from './marks.ts'
import * as z from 'zod/mini'

/** Board actions other than answering an order. They are separate because a page needs them later than the orders. */
export const boardActions = {
  /** Opens an order that no webhook announced. */
  open: endpoint({
    method: 'POST',
    path: '/api/desk/orders',
    body: z.object({ order_id: Text }),
    answer: OneRow,
  }),
  /** Silences the ring everywhere for 45 s, in the person's name. */
  acknowledge: endpoint({
    method: 'POST',
    path: '/api/desk/orders/:orderId/acknowledge',
    answer: OneRow,
  }),
  /** Dismisses an order that the vendor does not know, in the person's name; see `canBeDismissed`. */
  dismissOrder: endpoint({
    method: 'POST',
    path: '/api/desk/orders/:orderId/put-aside',
    answer: OneRow,
  }),
  /** Takes a lease: shows the others for 20 s that somebody is answering this order. Does not lock it. */
  lease: endpoint({
    method: 'PUT',
    path: '/api/desk/orders/:orderId/lease',
    answer: OneRow,
  }),
  /** Gives the lease back. */
  release: endpoint({
    method: 'DELETE',
    path: '/api/desk/orders/:orderId/lease',
    answer: OneRow,
  }),
} as const

/** The shop's marks on an order; every tablet is notified. */
export const marks = {
  /**
   * Marks one line, in the person's name; `null` removes the mark. 422 `bad_mark`, 404 `order_not_found` and
   * `line_not_found`, 409 `order_closed`.
   */
  pick: endpoint({
    method: 'PUT',
    path: '/api/desk/orders/:orderId/picks/:itemId',
    body: z.object({ state: z.nullable(oneOf(pickStates)) }),
    answer: OneRow,
  }),
  /**
   * Marks that the bag was handed over (`pickup`) or came back (`return`), also for a closed order. Without a body it
   * is a pickup. The first mark stays; `null` removes it. The tablet compares codes and sends only whether they
   * matched. 422 `bad_mark`, 404 `order_not_found`.
   */
  handOver: endpoint({
    method: 'PUT',
    path: '/api/desk/orders/:orderId/handover',
    body: z.object({
      state: z.optional(z.nullable(oneOf(['handed_over']))),
      kind: z.optional(oneOf(handOverKinds)),
      code_matched: z.optional(Flag),
    }),
    answer: OneRow,
  }),
  /**
   * Notes that a person had a hand-over code shown, so that a code that leaks can be traced. 422 `bad_mark`, 404
   * `order_not_found`.
   */
  showCode: endpoint({
    method: 'POST',
    path: '/api/desk/orders/:orderId/shown-codes',
    body: z.object({ kind: oneOf(handOverKinds) }),
    answer: OneRow,
  }),
  /**
   * Requests a ticket print; a paired tablet is enough. An `automatic` one is granted once per order, later ones
   * get 409 `already_printed`. 422 `bad_mark`, 404 `order_not_found`.
   */
  print: endpoint({
    method: 'POST',
    path: '/api/desk/orders/:orderId/prints',
    body: z.object({ automatic: Flag }),
    answer: z.object({ data: PrintLeave }),
  }),
} as const

/** How long a lease lasts unless it is renewed, in milliseconds. */
export const leaseMs = 20_000

type Standing = Pick<OrderRow, 'lane' | 'problem'>

/** The vendor may never show this order, or never again. */
const isUnknown = ({ problem }: Standing): boolean => problem === 'not_found' || problem === 'bad_id'

/** Whether a person may dismiss an order: nothing more may ever be known of it, and it does not ring. */
export const canBeDismissed = (order: Standing): boolean =>
  order.lane !== 'answer' && order.lane !== 'closed' && isUnknown(order)

/** Whether an order was closed by a person and not by the vendor. */
export const isDismissed = (order: Standing): boolean => order.lane === 'closed' && isUnknown(order)
