import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'

// The practice store's own controls; on a live desk these addresses do not exist.

/** An order placed by hand: as customers place it, with digital lines, or with a long and awkward basket. */
export const PracticeKind = z.enum(['ordinary', 'digital', 'large'])
export type PracticeKind = z.infer<typeof PracticeKind>

/** The line between the desk and the simulated vendor. */
export const PracticeLine = z.enum(['working', 'slow', 'cut'])
export type PracticeLine = z.infer<typeof PracticeLine>

const PracticeOrder = z.object({ id: z.string(), print_order_number: z.string(), status: z.string() })

export const practice = {
  read: endpoint({
    method: 'GET',
    path: '/practice/orders',
    answer: z.object({ data: z.object({ line: PracticeLine, orders: z.array(PracticeOrder) }) }),
  }),
  placeOrder: endpoint({
    method: 'POST',
    path: '/practice/orders',
    body: z.optional(z.object({ kind: z.optional(PracticeKind) })),
    answer: z.object({ data: PracticeOrder }),
  }),
  setLine: endpoint({
    method: 'PUT',
    path: '/practice/line',
    body: z.object({ line: PracticeLine }),
    answer: z.object({ data: z.object({ line: PracticeLine }) }),
  }),
} as const
