import type { OrderRow } from '#contract/desk/inbox.ts'
import type { ReadOrder } from '#contract/vendor/order.ts'
import { isUnreconciled } from '#web/features/orders/order-can.ts'
import { slowMs, useLease } from './lease/use-lease.ts'
import { useAnswer } from './use-answer.ts'
import { useBarPresses } from './bar-presses.ts'
import { useHeldAnswer } from './use-held-answer.ts'

/**
 * Marks an order as ready from where it is one of many: held for five seconds as on its own screen, and undone by a second
 * press.
 */
export function useReady(row: OrderRow, order: ReadOrder, isInSight?: () => boolean) {
  const answer = useAnswer(order, true, isInSight)
  const hold = useHeldAnswer({ order, lane: row.lane, row }, answer, () => undefined)
  const { pressGuard, wasMisclick } = useBarPresses(hold.held ? 'undo' : 'ready')
  const isChecked = isUnreconciled(row)
  useLease(order.id, hold.held !== undefined || answer.isPending, answer.isPending ? slowMs : 0)

  function press(): void {
    if (hold.held) return hold.undo()
    answer.forget()
    hold.forgetUnsent()
    hold.send({ action: 'ready' })
  }

  return {
    answer,
    hold,
    press,
    pressGuard,
    wasMisclick,
    /** The outcome of the shop's last answer is unknown; the row says more. */
    isChecked,
    /** While the outcome of the last answer is unknown, the desk accepts no other. */
    isUnknown: isChecked || answer.isUnknown,
  }
}
