import { oneOf } from '#contract/plain.ts'

/**
 * What a tablet is for, and so what the server lets it see: a counter everything, a station the lines and notes of
 * orders in preparation, a display their numbers and states.
 */
export const tabletRoles = ['counter', 'station', 'display'] as const
export type TabletRole = (typeof tabletRoles)[number]
export const TabletRole = oneOf(tabletRoles)
