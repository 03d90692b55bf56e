import type { OrderRow } from '#contract/desk/inbox.ts'
import { canBeDismissed } from '#contract/desk/dismiss.ts'
import type { ReadOrder } from '#contract/vendor/order.ts'
import { HandOverState } from '#web/features/orders/hand-over/hand-over-state.tsx'
import { DismissOrder } from '#web/features/orders/dismiss-order.tsx'
import { CardReady } from './card-ready.tsx'
import { CardSince } from './card-since.tsx'

interface CardNextProps {
  readonly row: OrderRow
  readonly order: ReadOrder
}

/** What comes next for an order that does not wait for its answer, and for how long that has waited. */
export function CardNext({ row, order }: CardNextProps) {
  if (canBeDismissed(row)) {
    return (
      <div className="px-3 pb-2">
        <DismissOrder row={row} isReasonSaid />
      </div>
    )
  }
  return (
    <>
      <CardSince row={row} />
      {row.lane === 'preparing' ? (
        <CardReady row={row} order={order} />
      ) : (
        <div className="px-3 pb-3 *:min-h-14">
          <HandOverState view={{ order, row }} kind="pickup" />
        </div>
      )}
    </>
  )
}
