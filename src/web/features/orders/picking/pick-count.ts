import type { Pick } from '#contract/desk/marks.ts'
import { lineKey, orderItems, type ReadOrder } from '#contract/vendor/order.ts'

interface PickCount {
  readonly total: number
  readonly picked: number
  readonly missing: number
}

/** Somebody packs it, and is not done: ready can be said all the same. */
export function isHalfPicked(order: ReadOrder, picks: readonly Pick[]): boolean {
  const { total, picked } = pickCount(order, picks)
  return picks.length > 0 && picked < total
}

/** How many lines of an order are in the bag, and how many were not found. */
export function pickCount(order: ReadOrder, picks: readonly Pick[]): PickCount {
  const states = orderItems(order).map((line, index) => picks.find((pick) => pick.line === lineKey(line, index))?.state)
  const count = (wanted: Pick['state']) => states.filter((state) => state === wanted).length
  return { total: states.length, picked: count('picked'), missing: count('missing') }
}
