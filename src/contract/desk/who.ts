import * as z from 'zod/mini'

/** Who did something, and on which tablet, by the names that the shop gave them. */
export const Who = z.object({ person: z.string(), tablet: z.string() })
export type Who = z.infer<typeof Who>
