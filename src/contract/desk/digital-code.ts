/** A secret code or serial number of digital goods, as it is typed, pasted and sent. */

export const codeLimit = 256

// Characters that come along when a code is pasted: white space, zero-width characters, a byte-order mark.
const pasted = /[\s\u200B-\u200D\u2060\uFEFF]/

/** Removes what was pasted around a code. Leaves its inside as it is. */
export function trimCode(text: string): string {
  // Not a regular expression: one anchored to the end restarts at each inner space and takes seconds on long text.
  let from = 0
  let to = text.length
  while (from < to && pasted.test(text.charAt(from))) from += 1
  while (to > from && pasted.test(text.charAt(to - 1))) to -= 1
  return text.slice(from, to)
}

// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const control = /[\u0000-\u001F\u007F]/

/** Whether a trimmed text can be a code: 1 to 256 characters without line breaks or other controls. */
export const isCode = (text: string): boolean => text.length > 0 && text.length <= codeLimit && !control.test(text)

/** Maximum number of codes for one order. */
export const codesAtMost = 1000
/** Maximum for one item whose quantity cannot be read. */
export const unitsAtMost = 100

/**
 * How many codes a line needs. Undefined if the quantity cannot be read or is not a whole number of units, so that a
 * person decides.
 */
export const unitsOf = (quantity: number | undefined): number | undefined =>
  quantity !== undefined && Number.isInteger(quantity) && quantity >= 1 && quantity <= codesAtMost
    ? quantity
    : undefined
