import { marks } from '#contract/desk/board-actions.ts'
import { type HandOverKind, handOverKinds } from '#contract/desk/marks.ts'
import type { OrderId } from '#contract/vendor/item-id.ts'
import { callDesk } from '#web/api/http/call.ts'
import { type OrderView, putAnswer } from '#web/api/order.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'

interface Mark {
  readonly isMade: boolean
  readonly codeMatched: boolean
}

/** Stores or removes the mark that an order was handed over or returned, for all tablets of this desk. */
export function useHandOver(orderId: OrderId, kind: HandOverKind) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ isMade, codeMatched }: Mark) =>
      callDesk(marks.handOver, {
        params: { orderId },
        body: { state: isMade ? 'handed_over' : null, kind, code_matched: codeMatched },
        signal: AbortSignal.timeout(15_000),
      }),
    // Updates the board at once, because staff may go there next.
    onSuccess: ({ data }) => putAnswer(queries, data),
  })
}

/** The next hand-over of a ready order: a pickup, or a return if only that has a code. */
export const nextKind = ({ order, lane }: OrderView): HandOverKind | undefined => {
  if (lane !== 'ready') return undefined
  return order.return_otp && !order.pickup_otp ? 'return' : 'pickup'
}

/** The other hand-overs that can be marked: those with a code or a mark, and the return of an order handed over. */
export function otherKinds(view: OrderView): readonly HandOverKind[] {
  const { order, row } = view
  if (!row) return []
  const isPossible = {
    pickup: order.pickup_otp !== undefined || row.handed_over !== null,
    return: order.return_otp !== undefined || row.handed_over !== null || row.returned !== null,
  }
  return handOverKinds.filter((kind) => isPossible[kind] && kind !== nextKind(view))
}
