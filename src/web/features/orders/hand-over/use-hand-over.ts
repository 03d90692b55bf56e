import { callDesk } from '#web/api/http/call.ts'
import { putAnswer } from '#web/api/order.ts'
import { marks } from '#contract/desk/mark-endpoints.ts'
import type { HandOverKind } from '#contract/desk/marks.ts'
import type { OrderId } from '#contract/vendor/order-id.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'

interface Mark {
  readonly isMade: boolean
  readonly codeMatched: boolean
}

/** Marks on this desk, for all tablets, that a bag was handed over or came back, or takes that back. */
export function useHandOver(orderId: OrderId, kind: HandOverKind) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ isMade, codeMatched }: Mark) =>
      callDesk(marks.handOver, {
        params: { orderId },
        body: { state: isMade ? 'handed_over' : null, kind, code_matched: codeMatched },
        signal: AbortSignal.timeout(15_000),
      }),
    // The board, where somebody may go next, is not to show the bag where it was.
    onSuccess: ({ data }) => putAnswer(queries, data),
  })
}
