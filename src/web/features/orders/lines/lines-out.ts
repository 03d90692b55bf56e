import type { OrderRow } from '#contract/desk/inbox.ts'
import type { Shortage } from '#contract/desk/shortages.ts'
import type { Unreadable } from '#contract/salvage.ts'
import { lineKey, orderItems, type ReadOrder, type ReadOrderItem } from '#contract/vendor/order.ts'
import { shortageOf } from '#domain/shortage.ts'

type Packing = Pick<OrderRow, 'lane' | 'picks'>

/**
 * The shortage to show on a line. None once the line is in the bag, where it is itself marked missing, and on an order
 * that is not open.
 */
function shortageOfLine(
  line: ReadOrderItem | Unreadable,
  key: string,
  { lane, picks }: Packing,
  shortages: readonly Shortage[],
): Shortage | undefined {
  const isPast = lane === 'ready' || lane === 'closed' || picks.some((pick) => pick.line === key)
  return isPast ? undefined : shortageOf(line, shortages)
}

/** The shortages to show on an order, by the place of their lines. */
export const shortagesIn = (
  order: ReadOrder,
  packing: Packing,
  shortages: readonly Shortage[],
): readonly (Shortage | undefined)[] =>
  shortages.length === 0
    ? []
    : orderItems(order).map((line, index) => shortageOfLine(line, lineKey(line, index), packing, shortages))
