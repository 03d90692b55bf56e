import type { Action } from '#contract/desk/action.ts'
import type { Lane, OrderRow } from '#contract/desk/inbox.ts'
import { Failure } from '#web/api/http/failure.ts'
import type { MessageKey, Translate } from '#web/i18n/translations.tsx'

/** Why an action is not possible; undefined if it is. */
export type Hindrance = Extract<MessageKey, `cannot.${string}`> | undefined

/**
 * Which actions are possible in which lane. An action is offered unless the lane is known to forbid it, and the service may
 * still refuse with a 400. Ready is offered strictly by `can_mark_as_ready`.
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

/** Whether the order is being packed or is packed. */
export const isPacked = (lane: Lane): boolean => lane === 'preparing' || lane === 'ready'

/** Whether the outcome of the last answer is unknown. Until it is known, the desk accepts no other. */
export const isUnreconciled = (row: Pick<OrderRow, 'last_action'> | undefined): boolean =>
  row?.last_action?.outcome === 'unknown'

const mains: Readonly<Partial<Record<Lane, Action>>> = {
  answer: 'accept',
  other: 'accept',
  preparing: 'ready',
}

/** The most prominent action. While the customer decides, there is none. */
export const mainAction = (lane: Lane): Action | undefined => mains[lane]

/** Whether the main action is also the next step. */
export const hasNext = (lane: Lane): boolean => lane === 'answer' || lane === 'preparing'

/** The message of a failed action of the desk's own, which does not involve the service. */
export function deskActionWords(error: Error, t: Translate): string {
  const code = error instanceof Failure ? error.code : undefined
  switch (code) {
    case 'no_contact':
      return t('people.noContact')
    case 'offline':
    case 'sign_in_required':
    case 'not_enrolled':
    case 'store_unavailable':
      return t(`failure.${code}`)
    default:
      return t('failure.other', { message: error.message })
  }
}
