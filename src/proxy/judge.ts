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
  const isAsBefore = key === (statusKey(before) ?? 'pending')
  switch (action) {
    case 'accept':
      if (isClosed(after) || key === 'contact') return 'elsewhere'
      return mayBecomeReady(after) || !isAsBefore ? 'done' : 'unchanged'
    case 'reject':
      if (isClosed(after) || key === 'contact') return 'done'
      return isAsBefore ? 'unchanged' : 'elsewhere'
    case 'ready':
      if (mayBecomeReady(after)) return 'unchanged'
      if (isClosed(after)) return key === 'cancelled' ? 'elsewhere' : 'done'
      return isAsBefore ? 'unchanged' : 'done'
  }
}
