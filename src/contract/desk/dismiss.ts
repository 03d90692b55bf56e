import type { OrderRow } from './inbox.ts'

type Standing = Pick<OrderRow, 'lane' | 'problem'>

/** Why the vendor may never show an order, or never again. */
const isUnknown = ({ problem }: Standing): boolean => problem === 'not_found' || problem === 'bad_id'

/** An order of which nobody may ever know more, and which does not ring: a person may do without it. */
export const canBeDismissed = (order: Standing): boolean =>
  order.lane !== 'answer' && order.lane !== 'closed' && isUnknown(order)

/** It is closed because a person did without it, and not because the vendor said so. */
export const isDismissed = (order: Standing): boolean => order.lane === 'closed' && isUnknown(order)
