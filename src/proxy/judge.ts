import type { Action } from '#contract/desk/action.ts'
import { statusKey, type ReadOrder } from '#contract/vendor/order.ts'

/**
 * What an order, read again after an unclear answer, says of what we asked: it was `done`; nothing happened
 * (`unchanged`); it went `elsewhere`, by somebody else's hand; or its state cannot be read (`unclear`).
 */
export type Verdict = 'done' | 'unchanged' | 'elsewhere' | 'unclear'

const isClosed = (order: ReadOrder): boolean => order.is_active === false
const mayBecomeReady = (order: ReadOrder): boolean => order.can_mark_as_ready === true

/** unspecified: the keys that accept, reject and ready lead to; so it is told by what the order can still do. */
export function judge(action: Action, before: ReadOrder | undefined, after: ReadOrder): Verdict {
  const key = statusKey(after)
  if (key === undefined && !isClosed(after) && !mayBecomeReady(after)) return 'unclear'
  // No action leads to `pending`; and what we last saw may be older than the order's way back to it.
  const isAsBefore = key === 'pending' || key === statusKey(before)
  switch (action) {
    case 'accept':
      if (isClosed(after)) return 'elsewhere'
      if (mayBecomeReady(after)) return 'done'
      if (isAsBefore) return 'unchanged'
      return key === 'contact' ? 'elsewhere' : 'done'
    case 'reject':
      if (isClosed(after)) return 'done'
      // From `contact` a rejection may lead to `contact` again.
      if (key === 'contact') return isAsBefore ? 'unclear' : 'done'
      return isAsBefore ? 'unchanged' : 'elsewhere'
    case 'ready':
      if (mayBecomeReady(after)) return 'unchanged'
      if (isClosed(after)) return key === 'cancelled' ? 'elsewhere' : 'done'
      return isAsBefore ? 'unchanged' : 'done'
  }
}
