import { isCalledOff, isOver, isRejected } from './lane.ts'
import type { Action } from '#contract/desk/action.ts'
import { readable } from '#contract/salvage.ts'
import { orderItems, statusKey, type ReadOrder } from '#contract/vendor/order.ts'
import type { Snapshot } from './action-attempt.ts'

/**
 * The outcome that an order shows when it is read again after an unclear answer: the action was `done`; nothing
 * happened (`unchanged`); somebody else changed it (`elsewhere`); or its state is unreadable (`unclear`).
 */
export type Verdict = 'done' | 'unchanged' | 'elsewhere' | 'unclear'

/** A safety bound: orders with some ten thousand lines are rare. */
const longestLines = 200_000

function linesOf(order: ReadOrder): string {
  const lines = orderItems(order).map(readable)
  return JSON.stringify(lines.map((line) => [readable(line?.id), readable(line?.quantity)])).slice(0, longestLines)
}

/** `asksCustomer`: the rejection names missing items, so the customer will be asked to change the lines. */
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
    // The customer was being asked already and may answer or give up, so only a closed order that nobody cancelled
    // confirms the rejection. A rejection of items leads back to `contact`, which looks the same as before.
    if (key === 'contact') return asksCustomer ? 'unclear' : 'unchanged'
    if (isClosed(after) || isRejected(after)) return asksCustomer || isCalledOff(after) ? 'elsewhere' : 'done'
    return key === 'pending' ? 'unchanged' : 'elsewhere'
  }
  if (isClosed(after) || key === 'contact' || (isOver(after) && key !== before?.statusKey)) return 'done'
  if (key !== 'pending' && key !== before?.statusKey) return 'elsewhere'
  // Long afterwards the customer may already have answered.
  return asksCustomer && before.lines !== linesOf(after) ? 'done' : 'unchanged'
}

/**
 * Compares an order with its snapshot to find out what came of an action. unspecified: the status keys after accept,
 * reject and ready; so it goes by what the order still allows.
 */
export function judge(action: Action, before: Snapshot | null, after: ReadOrder): Verdict {
  const key = statusKey(after)
  if (key === undefined && !isClosed(after) && !mayBecomeReady(after)) return 'unclear'
  // No action leads to `pending`; the snapshot may predate the order's return to it.
  const isAsBefore = key === 'pending' || key === before?.statusKey
  // An order that was already closed was not closed by this action.
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
