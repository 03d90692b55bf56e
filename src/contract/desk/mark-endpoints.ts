import * as z from 'zod/mini'
import { Flag, oneOf } from '#contract/plain.ts'
import { endpoint } from '#contract/endpoint.ts'
import { OneRow } from './inbox.ts'
import { handOverKinds, pickStates, PrintLeave } from './marks.ts'

/** What this shop marks on an order; every tablet is told. */
export const marks = {
  /**
   * Marks one line, in somebody's name; `null` takes the mark away. 422 `bad_mark`, 404 `order_not_found` and
   * `line_not_found`, 409 `order_closed`.
   */
  pick: endpoint({
    method: 'PUT',
    path: '/api/desk/orders/:orderId/picks/:itemId',
    body: z.object({ state: z.nullable(oneOf(pickStates)) }),
    answer: OneRow,
  }),
  /**
   * Marks that the bag was given away (`pickup`), or came back (`return`), also of a closed order. Without a body it
   * was given away; whoever was first stays; `null` takes the mark away. Codes are compared on the tablet and never
   * sent, only whether they were the same. 422 `bad_mark`, 404 `order_not_found`.
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
   * Asks to print a ticket; an enrolled tablet may. An `automatic` one is granted once for an order, whoever asks, and
   * is otherwise 409 `already_printed`. 422 `bad_mark`, 404 `order_not_found`.
   */
  print: endpoint({
    method: 'POST',
    path: '/api/desk/orders/:orderId/prints',
    body: z.object({ automatic: Flag }),
    answer: z.object({ data: PrintLeave }),
  }),
} as const
