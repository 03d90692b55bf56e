import * as z from 'zod/mini'
import { isRecord } from './json.ts'

// The basic schemas of all contracts, each created once: creating one takes a slow tablet a third of a millisecond
// before it shows anything, and an order alone has sixty.

export const Text = z.string()
export const NullableText = z.nullable(Text)
export const OptionalText = z.optional(Text)
export const Texts = z.array(Text)
export const AnyNumber = z.number()
export const NullableNumber = z.nullable(AnyNumber)
export const Flag = z.boolean()
export const Anything = z.unknown()

// `z.int`, `z.enum`, `z.literal`, `z.null` and `z.record` are replaced here: each adds up to half a KiB of other checks
// to a page that is loaded on slow tablets.

/** A whole number that a double holds exactly. */
export const Integer = z.custom<number>((value) => Number.isSafeInteger(value))

/** One of these strings, which the description of the API lists. */
export const oneOf = <const Text extends string>(texts: readonly Text[]) =>
  Object.assign(
    z.custom<Text>((value) => texts.some((text) => text === value)),
    { texts },
  )

export const Nothing = z.custom<null>((value) => value === null)

/** Numbers by name. */
export const Numbers = z.custom<Readonly<Record<string, number>>>(
  (value) => isRecord(value) && Object.values(value).every((each) => typeof each === 'number'),
)
