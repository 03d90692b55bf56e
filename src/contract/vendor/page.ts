import * as z from 'zod/mini'
import { Integer, NullableText, Text } from '#contract/plain.ts'

/** Where a page stands among all; the specification, "Pagination objects". */
export const Meta = z.strictObject({
  current_page: Integer,
  from: z.nullable(Integer), // unspecified: null on an empty page
  last_page: Integer,
  per_page: Integer,
  to: z.nullable(Integer),
  total: Integer,
})
export type Meta = z.infer<typeof Meta>

/** The brands list alone says its own address too. */
export const MetaWithPath = z.strictObject({ ...Meta.shape, path: Text })

/** Addresses of neighbouring pages, on the items list alone. They are the vendor's: pages go by number. */
export const Links = z.strictObject({
  first: NullableText,
  last: NullableText,
  prev: NullableText,
  next: NullableText,
})
export type Links = z.infer<typeof Links>

/** unspecified: how many pages there may be. A list that goes on beyond this is taken to be in a circle. */
export const lastPageThinkable = 10_000

/** How many entries a page has that the desk itself asks for. */
export const perPageLimit = 100

/** unspecified: how many entries a page may be asked to have. What a caller asks for goes up; the service decides. */
export const perPageThinkable = 99_999

/** A number as it stands in an address: plain digits, from 1 to a limit. */
export const isCount = (text: string, limit: number): boolean => /^[1-9]\d{0,4}$/.test(text) && Number(text) <= limit
