import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { CancelReason } from './cancel-reason.ts'

/** The call about the reasons of a rejection; apart from those about orders, as a page needs it only for a rejection. */
export const cancelReasonEndpoints = {
  listCancelReasons: endpoint({
    method: 'GET',
    path: '/cancel-reasons',
    answer: z.strictObject({ data: z.array(CancelReason) }),
  }),
} as const
