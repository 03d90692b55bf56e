import * as z from 'zod/mini'
import { Flag, Text } from '#contract/plain.ts'
import { endpoint } from '#contract/endpoint.ts'

/** A shop of the same chain: each has a desk of its own, with its own orders, tablets and people. */
const OtherDesk = z.object({
  name: Text,
  /** Where its desk is; never an address that would run something. */
  url: z.custom<string>((value) => typeof value === 'string' && /^https?:/.test(value)),
  /** Whether it is the desk that says so. */
  is_here: Flag,
})
export type OtherDesk = z.infer<typeof OtherDesk>

/** The shops between which a tablet may change, in their order; told to enrolled tablets. None, for a shop by itself. */
export const readOtherDesks = endpoint({
  method: 'GET',
  path: '/api/desk/others',
  answer: z.object({ data: z.array(OtherDesk) }),
})
