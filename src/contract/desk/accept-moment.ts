import { oneOf } from '#contract/plain.ts'
import * as z from 'zod/mini'

// What the board knows of automatic acceptance; the rest is for its own screen.

/** At once, or 45 s before the end of the time to answer. */
export const acceptMoments = ['now', 'last_moment'] as const
export type AcceptMoment = (typeof acceptMoments)[number]

/** The rule in force, for the board; null while it is off. */
export const AutoAcceptState = z.nullable(oneOf(acceptMoments))
