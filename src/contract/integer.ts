import * as z from 'zod/mini'

/**
 * A whole number that a double holds exactly. Not `z.int()`, which brings half a KiB of other checks along into a page
 * that is loaded on slow tablets.
 */
export const Integer = z.custom<number>((value) => Number.isSafeInteger(value))
