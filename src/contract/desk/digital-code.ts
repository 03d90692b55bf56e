/** A secret code or a serial number of digital goods, as it is typed, pasted and sent. */

export const codeLimit = 256

// Pasted along with a code, and never meant: white space of any kind, zero-width characters, a byte-order mark.
const pasted = /[\s\u200B-\u200D\u2060\uFEFF]/

/** Without what was pasted around it; inside it nothing is touched. */
export function trimCode(text: string): string {
  // By hand: a pattern for the end of the text starts anew at each space inside it, and takes seconds for a long one.
  let from = 0
  let to = text.length
  while (from < to && pasted.test(text.charAt(from))) from += 1
  while (to > from && pasted.test(text.charAt(to - 1))) to -= 1
  return text.slice(from, to)
}

// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const control = /[\u0000-\u001F\u007F]/

/** Whether a trimmed text can be a code: 1 to 256 characters, none of them a line break or another control. */
export const isCode = (text: string): boolean => text.length > 0 && text.length <= codeLimit && !control.test(text)

/** More codes than that are not sent with one order. */
export const codesAtMost = 1000
/** Of one item, where nobody can read how many it should have. */
export const unitsAtMost = 100

/** How many codes a line needs by its quantity; nothing where a person has to say: it cannot be read, or counts no units. */
export const unitsOf = (quantity: number | undefined): number | undefined =>
  quantity !== undefined && Number.isInteger(quantity) && quantity >= 1 && quantity <= codesAtMost
    ? quantity
    : undefined
