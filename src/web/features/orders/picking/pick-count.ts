import type { Pick } from '#contract/desk/marks.ts'
import { lineKey, orderItems, type ReadOrder } from '#contract/vendor/order.ts'

interface PickCount {
  readonly total: number
  readonly picked: number
  readonly missing: number
}

/** Whether packing has begun but is incomplete. The order can be marked ready all the same. */
export function isHalfPicked(order: ReadOrder, picks: readonly Pick[]): boolean {
  const { total, picked } = pickCount(order, picks)
  return picks.length > 0 && picked < total
}

/** The numbers of picked and missing lines. */
export function pickCount(order: ReadOrder, picks: readonly Pick[]): PickCount {
  const states = orderItems(order).map((line, index) => picks.find((pick) => pick.line === lineKey(line, index))?.state)
  const count = (counted: Pick['state']) => states.filter((state) => state === counted).length
  return { total: states.length, picked: count('picked'), missing: count('missing') }
}
