import type { OrderView } from '#web/api/order.ts'
import { handOverKinds, type HandOverKind } from '#contract/desk/marks.ts'

/** What comes next for an order that is ready: its bag is given away, or taken back where only that has a code. */
export const nextKind = ({ order, lane }: OrderView): HandOverKind | undefined => {
  if (lane !== 'ready') return undefined
  return order.return_otp && !order.pickup_otp ? 'return' : 'pickup'
}

/** What else may be marked: where there is a code for it, or it was marked, or where a bag that went out may come back. */
export function otherKinds(view: OrderView): readonly HandOverKind[] {
  const { order, row } = view
  if (!row) return []
  const isPossible = {
    pickup: order.pickup_otp !== undefined || row.handed_over !== null,
    return: order.return_otp !== undefined || row.handed_over !== null || row.returned !== null,
  }
  return handOverKinds.filter((kind) => isPossible[kind] && kind !== nextKind(view))
}
