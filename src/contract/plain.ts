import * as z from 'zod/mini'

// The plain kinds that every contract is made of, each made once: to make one takes a slow tablet a third of a
// millisecond before it shows anything, and an order alone has sixty.

export const Text = z.string()
export const NullableText = z.nullable(Text)
export const OptionalText = z.optional(Text)
export const Texts = z.array(Text)
export const AnyNumber = z.number()
export const NullableNumber = z.nullable(AnyNumber)
export const Flag = z.boolean()
export const Anything = z.unknown()

/**
 * A whole number that a double holds exactly. Not `z.int()`, which brings half a KiB of other checks along into a page
 * that is loaded on slow tablets.
 */
export const Integer = z.custom<number>((value) => Number.isSafeInteger(value))
