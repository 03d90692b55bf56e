import { isCalledOff, isOver, isRejected } from './lane.ts'
import type { Action } from '#contract/desk/action.ts'
import { readable } from '#contract/salvage.ts'
import { orderItems, statusKey, type ReadOrder } from '#contract/vendor/order.ts'
import type { Snapshot } from './action-attempt.ts'

/**
 * What an order, read again after an unclear answer, says of what we asked: it was `done`; nothing happened
 * (`unchanged`); it went `elsewhere`, by somebody else's hand; or its state cannot be read (`unclear`).
 */
export type Verdict = 'done' | 'unchanged' | 'elsewhere' | 'unclear'

/** A rejection of items is rare, and an order of some ten thousand lines rarer: nothing but a bound. */
const longestLines = 200_000

function linesOf(order: ReadOrder): string {
  const lines = orderItems(order).map(readable)
  return JSON.stringify(lines.map((line) => [readable(line?.id), readable(line?.quantity)])).slice(0, longestLines)
}

/** `asksCustomer`: the tap names items that are missing, so that the customer will be asked to change the lines. */
export const snapshotOf = (order: ReadOrder, asksCustomer = false): Snapshot => ({
  statusKey: statusKey(order) ?? null,
  isActive: readable(order.is_active) ?? null,
  canMarkAsReady: readable(order.can_mark_as_ready) ?? null,
  lines: asksCustomer ? linesOf(order) : null,
})

const isClosed = (order: ReadOrder): boolean => order.is_active === false
const mayBecomeReady = (order: ReadOrder): boolean => order.can_mark_as_ready === true

function judgeRejection(before: Snapshot | null, after: ReadOrder): Verdict {
  const key = statusKey(after)
  const asksCustomer = before !== null && before.lines !== null
  if (before?.statusKey === 'contact') {
    // The customer was being asked already, and may answer or give up by themselves: only a closed order that nobody
    // cancelled tells of us. A rejection of items leads back to `contact`, where nothing shows that it was heard.
    if (key === 'contact') return asksCustomer ? 'unclear' : 'unchanged'
    if (isClosed(after) || isRejected(after)) return asksCustomer || isCalledOff(after) ? 'elsewhere' : 'done'
    return key === 'pending' ? 'unchanged' : 'elsewhere'
  }
  if (isClosed(after) || key === 'contact' || (isOver(after) && key !== before?.statusKey)) return 'done'
  if (key !== 'pending' && key !== before?.statusKey) return 'elsewhere'
  // Long afterwards the customer may have answered already.
  return asksCustomer && before.lines !== linesOf(after) ? 'done' : 'unchanged'
}

/** unspecified: the keys that accept, reject and ready lead to; so it is told by what the order can still do. */
export function judge(action: Action, before: Snapshot | null, after: ReadOrder): Verdict {
  const key = statusKey(after)
  if (key === undefined && !isClosed(after) && !mayBecomeReady(after)) return 'unclear'
  // No action leads to `pending`; and what we last saw may be older than the order's way back to it.
  const isAsBefore = key === 'pending' || key === before?.statusKey
  // What was over before is not over by this tap.
  if (isClosed(after) && before?.isActive === false) return 'unchanged'
  switch (action) {
    case 'accept':
      if (isClosed(after) || isOver(after)) return 'elsewhere'
      if (mayBecomeReady(after)) return before?.canMarkAsReady ? 'unchanged' : 'done'
      if (isAsBefore) return 'unchanged'
      return key === 'contact' ? 'elsewhere' : 'done'
    case 'reject':
      return judgeRejection(before, after)
    case 'ready':
      if (mayBecomeReady(after)) return 'unchanged'
      if (isOver(after)) return 'elsewhere'
      if (isClosed(after)) return 'done'
      return isAsBefore ? 'unchanged' : 'done'
  }
}
