import * as z from 'zod/mini'
import { actions } from './action.ts'

/** With a `409`: who is answering the order, or did. Without sign-in there is nobody to name. */
export const AnsweredBy = z.object({
  order: z.string(),
  action: z.enum(actions),
  by: z.nullable(z.object({ person: z.string(), tablet: z.string() })),
  at: z.string(),
})
export type AnsweredBy = z.infer<typeof AnsweredBy>
