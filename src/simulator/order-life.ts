import type { Action } from '#contract/desk/action.ts'
import type { StatusDecoration } from '#contract/vendor/order.ts'
import { pictureName, picturesPath } from './shop/pictures.ts'

/**
 * The states of an order. unspecified: the specification names `pending`, `contact` and `cancelled` only; the other
 * keys and most transitions are the simulator's.
 */
export type OrderState =
  | 'pending'
  | 'contact'
  | 'preparing'
  | 'ready'
  | 'completed'
  | 'returning'
  | 'returned'
  | 'rejected'
  | 'cancelled'

interface StateFacts {
  readonly title: string
  readonly aliases: readonly string[]
  readonly isActive: boolean
  readonly colours: {
    readonly background: string
    readonly border: string
    readonly light: string
    readonly dark: string
  }
  readonly role: string | null
  /** Pixels, with or without the unit. */
  readonly radius?: number | string
  readonly icon?: string
}

export const states: Readonly<Record<OrderState, StateFacts>> = {
  pending: {
    title: 'Waiting for the shop',
    aliases: ['new', 'awaiting_vendor'],
    isActive: true,
    colours: { background: '#FFF4D6', border: '#E8C15A', light: '#7A4B00', dark: '#FFD27A' },
    role: 'warning',
  },
  contact: {
    title: 'In progress',
    aliases: ['awaiting_customer'],
    isActive: true,
    colours: { background: '#E5EEFF', border: '#9DBBF5', light: '#1B4AA8', dark: '#A9C7FF' },
    role: 'info',
    radius: '999px',
    icon: picturesPath + pictureName('phone', 5),
  },
  preparing: {
    title: 'Being prepared',
    aliases: ['accepted', 'in_progress'],
    isActive: true,
    // Unreadably pale on its own background, so that a dashboard must detect it and use its own colours.
    colours: { background: '#E8F7EE', border: '#A6DDBB', light: '#9FD8B4', dark: '#9FD8B4' },
    role: 'info',
  },
  ready: {
    title: 'Ready',
    aliases: ['ready_for_pickup'],
    isActive: true,
    colours: { background: '#DDF3F0', border: '#8CCFC7', light: '#0B5F57', dark: '#8FE3D9' },
    role: 'success',
    radius: 4,
    icon: picturesPath + pictureName('bag', 6),
  },
  completed: {
    title: 'Handed over',
    aliases: ['delivered'],
    isActive: false,
    colours: { background: '#EEF0F2', border: '#C9CED4', light: '#454C54', dark: '#C9CED4' },
    role: null,
  },
  returning: {
    title: 'Coming back',
    aliases: ['delivery_failed'],
    isActive: true,
    colours: { background: '#FFF4D6', border: '#E8C15A', light: '#7A4B00', dark: '#FFD27A' },
    role: 'warning',
  },
  returned: {
    title: 'Returned to the shop',
    aliases: [],
    isActive: false,
    colours: { background: '#EEF0F2', border: '#C9CED4', light: '#454C54', dark: '#C9CED4' },
    role: null,
  },
  rejected: {
    title: 'Rejected by the shop',
    aliases: ['vendor_rejected'],
    isActive: false,
    colours: { background: '#FDE7E7', border: '#F0AAAA', light: '#9B1C1C', dark: '#FFB3B3' },
    role: 'danger',
  },
  cancelled: {
    title: 'Cancelled',
    aliases: ['canceled'],
    isActive: false,
    colours: { background: '#FDE7E7', border: '#F0AAAA', light: '#9B1C1C', dark: '#FFB3B3' },
    role: 'danger',
  },
}

/** The states in which an action is allowed. unspecified: all but "ready only after acceptance". */
export const allowedFrom: Readonly<Record<Action, readonly OrderState[]>> = {
  accept: ['pending'],
  reject: ['pending', 'preparing'],
  ready: ['preparing'],
}

export const decorationOf = (state: OrderState): StatusDecoration => {
  const { colours, role, radius = 8, icon = null } = states[state]
  return {
    background_color: colours.background,
    border_color: colours.border,
    border_radius: radius,
    featured_icon: icon,
    foreground_color: { light_hex: colours.light, dark_hex: colours.dark, role },
  }
}
