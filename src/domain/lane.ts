import type { Lane } from '#contract/desk/inbox.ts'
import { isCalledOffKey, isReadyKey, isRejectedKey, type ReadOrder, statusKey } from '#contract/vendor/order.ts'

export const isCalledOff = (order: ReadOrder): boolean => isCalledOffKey(statusKey(order) ?? '')

export const isRejected = (order: ReadOrder): boolean => isRejectedKey(statusKey(order) ?? '')

/** Whether the status key says that the order is over, whatever `is_active` says. */
export const isOver = (order: ReadOrder): boolean => isCalledOff(order) || isRejected(order)

/** The first lane that fits the order alone, without what this desk knows about it. */
export function laneOf(order: ReadOrder): Lane {
  const key = statusKey(order)
  if (order.is_active === false) return 'closed'
  if (key === 'contact') return 'contact'
  if (order.can_mark_as_ready === true) return 'preparing'
  if (key !== undefined && isReadyKey(key)) return 'ready'
  return key === 'pending' ? 'answer' : 'other'
}

/** The lane of an order after an action. */
export const laneAfter: Readonly<Partial<Record<string, Lane>>> = { accept: 'preparing', ready: 'ready' }

/** The lane of an order that was read right after an action: the service may not show the action yet. */
export function laneOnceDone(action: string, order: ReadOrder): Lane {
  const lane = laneOf(order)
  return lane === 'closed' || lane === 'contact' ? lane : (laneAfter[action] ?? lane)
}
