import * as z from 'zod/mini'
import { Flag, oneOf } from '#contract/plain.ts'
import { endpoint } from '#contract/endpoint.ts'
import { OneRow } from './inbox.ts'
import { handOverKinds, pickStates, PrintLeave } from './marks.ts'

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
   * Requests a ticket print; an enrolled tablet is enough. An `automatic` one is granted once per order, later ones
   * get 409 `already_printed`. 422 `bad_mark`, 404 `order_not_found`.
   */
  print: endpoint({
    method: 'POST',
    path: '/api/desk/orders/:orderId/prints',
    body: z.object({ automatic: Flag }),
    answer: z.object({ data: PrintLeave }),
  }),
} as const
