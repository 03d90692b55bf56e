import * as z from 'zod/mini'
import { Text } from '#contract/plain.ts'

/** Who did something, and on which tablet, by the names that the shop gave them. */
export const Who = z.object({ person: Text, tablet: Text })
export type Who = z.infer<typeof Who>
