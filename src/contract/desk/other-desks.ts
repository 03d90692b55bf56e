import * as z from 'zod/mini'
import { Flag, Text } from '#contract/plain.ts'
import { endpoint } from '#contract/endpoint.ts'

/** Another shop of the same chain. Each has its own server with its own orders, tablets and people. */
const OtherDesk = z.object({
  name: Text,
  /** The address of its server; limited to http(s), so that a link cannot run a script. */
  url: z.custom<string>((value) => typeof value === 'string' && /^https?:/.test(value)),
  /** Whether it is the server that answers. */
  is_here: Flag,
})
export type OtherDesk = z.infer<typeof OtherDesk>

/** The shops that a tablet can switch between, in their order; for paired tablets. Empty for a single shop. */
export const readOtherDesks = endpoint({
  method: 'GET',
  path: '/api/desk/others',
  answer: z.object({ data: z.array(OtherDesk) }),
})
