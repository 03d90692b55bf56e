import { oneOf } from '#contract/plain.ts'

/** The lanes of the board: each holds the orders to which the same actions apply. */
export const lanes = ['answer', 'contact', 'preparing', 'ready', 'other', 'closed'] as const
export type Lane = (typeof lanes)[number]
export const Lane = oneOf(lanes)
