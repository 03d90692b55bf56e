import { oneOf } from '#contract/plain.ts'

/** Where an order stands, by what can be done with it. */
export const lanes = ['answer', 'contact', 'preparing', 'ready', 'other', 'closed'] as const
export type Lane = (typeof lanes)[number]
export const Lane = oneOf(lanes)
