import type { Action } from '#contract/desk/action.ts'
import type { OrderRow } from '#contract/desk/inbox.ts'
import type { MessageKey } from '#web/i18n/translations.tsx'
import type { Lane } from '#contract/desk/lane.ts'

/** Nothing where it may be done, else why not. */
export type Hindrance = Extract<MessageKey, `cannot.${string}`> | undefined

/**
 * What may be done when, in one table. Where the state is not known to forbid a thing it is offered, and the
 * service's 400 decides; ready is offered strictly by `can_mark_as_ready`.
 */
const hindrances: Readonly<Record<Lane, Readonly<Record<Action, Hindrance>>>> = {
  answer: { accept: undefined, reject: undefined, ready: 'cannot.acceptFirst' },
  contact: { accept: 'cannot.contact', reject: undefined, ready: 'cannot.contact' },
  preparing: { accept: 'cannot.accepted', reject: undefined, ready: undefined },
  ready: { accept: 'cannot.isReady', reject: 'cannot.isReady', ready: 'cannot.isReady' },
  other: { accept: undefined, reject: undefined, ready: 'cannot.notNow' },
  closed: { accept: 'cannot.closed', reject: 'cannot.closed', ready: 'cannot.closed' },
}

export const hindrance = (action: Action, lane: Lane): Hindrance => hindrances[lane][action]

/** Whether somebody packs it, or has packed it. */
export const isPacked = (lane: Lane): boolean => lane === 'preparing' || lane === 'ready'

/** Whether nobody knows yet what came of the last answer: until then the desk takes no other one. */
export const isUnreconciled = (row: Pick<OrderRow, 'last_action'> | undefined): boolean =>
  row?.last_action?.outcome === 'unknown'

const mains: Readonly<Partial<Record<Lane, Action>>> = {
  answer: 'accept',
  other: 'accept',
  preparing: 'ready',
}

/** What stands out among the three: what comes next. While the customer decides nothing does, and rejecting least of all. */
export const mainAction = (lane: Lane): Action | undefined => mains[lane]

/** Whether that is what comes next. */
export const hasNext = (lane: Lane): boolean => lane === 'answer' || lane === 'preparing'
