import { rereadBoard } from '#client/board.ts'
import { callDesk } from '#client/wire/call.ts'
import { Failure } from '#client/wire/failure.ts'
import { inbox } from '#contract/desk/inbox.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ringingRows } from './look-around.ts'

/** Somebody has seen the orders that ring: each is acknowledged, and rings nowhere for 45 s. */
export function useAcknowledge() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      const asked = ringingRows(queries).map(({ order_id: orderId }) =>
        callDesk(inbox.acknowledge, { params: { orderId } }),
      )
      const failed = (await Promise.allSettled(asked)).flatMap((each) =>
        isFailure(each) ? [each.reason as unknown] : [],
      )
      if (failed.length > 0) throw failed[0]
    },
    onSettled: () => rereadBoard(queries),
  })
}

/** One that was answered meanwhile rings no more, which is all that was wanted. */
const isFailure = (each: PromiseSettledResult<unknown>): each is PromiseRejectedResult =>
  each.status === 'rejected' && !(each.reason instanceof Failure && each.reason.code === 'order_not_found')
