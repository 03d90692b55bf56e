import type { OrderRow } from './inbox.ts'

type Standing = Pick<OrderRow, 'lane' | 'problem'>

/** Why the vendor may never show an order. */
const isUnknown = ({ problem }: Standing): boolean => problem === 'not_found' || problem === 'bad_id'

/** An order of which nobody will ever know more, and which no longer rings: a person may do without it. */
export const canBePutAside = (order: Standing): boolean => order.lane === 'other' && isUnknown(order)

/** It is closed because a person did without it, and not because the vendor said so. */
export const isPutAside = (order: Standing): boolean => order.lane === 'closed' && isUnknown(order)
