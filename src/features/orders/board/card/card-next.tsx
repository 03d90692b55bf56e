import type { OrderRow } from '#contract/desk/inbox.ts'
import { canBePutAside } from '#contract/desk/put-aside.ts'
import type { ReadOrder } from '#contract/vendor/order.ts'
import { HandOverState } from '#features/orders/hand-over/hand-over-state.tsx'
import { PutAside } from '#features/orders/put-aside.tsx'
import { CardReady } from './card-ready.tsx'
import { CardSince } from './card-since.tsx'

interface CardNextProps {
  readonly row: OrderRow
  readonly order: ReadOrder
}

/** What comes next for an order that does not wait for its answer, and for how long that has waited. */
export function CardNext({ row, order }: CardNextProps) {
  if (canBePutAside(row)) {
    return (
      <div className="px-3 pb-2">
        <PutAside row={row} isReasonSaid />
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
