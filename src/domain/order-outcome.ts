import { isCompletedKey, isReturnedKey, readOrder, statusKey } from '#contract/vendor/order.ts'
import type { OrderOutcome } from '#contract/desk/order-outcome.ts'
import { isCalledOff, isRejected } from './lane.ts'
import type { LastAction, OrderRecord } from './order.ts'

type Ended = Pick<OrderRecord, 'orderId' | 'order' | 'lane' | 'closedFrom' | 'backAt' | 'lastDone' | 'marks'>

/** How an order ended; null while it is not closed. */
export function outcomeOfOrder(record: Ended): OrderOutcome | null {
  const { lane, orderId, order: data, closedFrom, marks } = record
  if (lane !== 'closed') return null
  const order = readOrder(orderId, data)
  if ((order && isRejected(order)) || isOwnRejection(record)) return 'rejected'
  if (!order) return 'other'
  if (isCalledOff(order)) return closedFrom === 'answer' && !answerOf(record) ? 'missed' : 'cancelled'
  const key = statusKey(order) ?? ''
  if (marks.returned || isReturnedKey(key)) return 'other'
  const isAnswered = closedFrom === 'preparing' || closedFrom === 'ready' || answerOf(record) !== undefined
  return isAnswered || isCompletedKey(key) ? 'completed' : 'other'
}

/** Whether this shop rejected the order as a whole. Afterwards the service may show any status. */
export function isOwnRejection(record: Ended): boolean {
  const { closedFrom } = record
  const answer = answerOf(record)
  return answer?.action === 'reject' && !answer.isQuestion && closedFrom !== 'preparing' && closedFrom !== 'ready'
}

/** Whether the shop sells the order: it was accepted, here or elsewhere, and nothing took it back. Its money counts. */
export const isSale = (record: Ended): boolean =>
  record.lane === 'preparing' || record.lane === 'ready' || outcomeOfOrder(record) === 'completed'

/** The last action from this shop, unless the order came back afterwards and waited for a new answer. */
const answerOf = ({ lastDone, backAt }: Ended): LastAction | undefined =>
  lastDone && lastDone.at >= (backAt ?? -Infinity) ? lastDone : undefined
