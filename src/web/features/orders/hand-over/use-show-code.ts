import { marks } from '#contract/desk/board-actions.ts'
import { type HandOverKind, handOverKinds } from '#contract/desk/marks.ts'
import type { OrderId } from '#contract/vendor/item-id.ts'
import { callDesk } from '#web/api/http/call.ts'
import { Failure } from '#web/api/http/failure.ts'
import { type OrderView, putAnswer } from '#web/api/order.ts'
import { requestSignIn } from '#web/api/session.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { nextKind } from './use-hand-over.tsx'

/** Notes that the signed-in person had a code shown. Asks for a sign-in where nobody is signed in. */
export function useShowCode(orderId: OrderId, kind: HandOverKind) {
  const queries = useQueryClient()
  const show = () => callDesk(marks.showCode, { params: { orderId }, body: { kind } })
  return useMutation({
    mutationFn: () =>
      show().catch(async (error: unknown) => {
        const isNobody = error instanceof Failure && error.code === 'sign_in_required'
        if (isNobody && (await requestSignIn())) return show()
        throw error
      }),
    onSuccess: ({ data }) => putAnswer(queries, data),
  })
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
