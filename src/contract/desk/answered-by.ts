import * as z from 'zod/mini'
import { Text, oneOf } from '#contract/plain.ts'
import { actions } from './action.ts'

/** With a `409`: who is answering the order, or did. Without sign-in there is nobody to name. */
export const AnsweredBy = z.object({
  order: Text,
  action: oneOf(actions),
  by: z.nullable(z.object({ person: Text, tablet: Text })),
  at: Text,
})
export type AnsweredBy = z.infer<typeof AnsweredBy>
