import type { Pick } from '#contract/desk/marks.ts'
import { lineKey, orderItems, type ReadOrder } from '#contract/vendor/order.ts'

interface PickCount {
  readonly total: number
  readonly picked: number
  readonly missing: number
}

/** How many lines of an order are in the bag, and how many were not found. */
export function pickCount(order: ReadOrder, picks: readonly Pick[]): PickCount {
  const states = orderItems(order).map((line, index) => picks.find((pick) => pick.line === lineKey(line, index))?.state)
  const count = (wanted: Pick['state']) => states.filter((state) => state === wanted).length
  return { total: states.length, picked: count('picked'), missing: count('missing') }
}
