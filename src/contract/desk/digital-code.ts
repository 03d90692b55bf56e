/** A secret code or a serial number of digital goods, as it is typed, pasted and sent. */

export const codeLimit = 256

// Pasted along with a code, and never meant: white space of any kind, zero-width characters, a byte-order mark.
const edges = /^[\s\u200B-\u200D\u2060\uFEFF]+|[\s\u200B-\u200D\u2060\uFEFF]+$/gu

/** Without what was pasted around it; inside it nothing is touched. */
export const trimCode = (text: string): string => text.replace(edges, '')

// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const control = /[\u0000-\u001F\u007F]/

/** Whether a trimmed text can be a code: 1 to 256 characters, none of them a line break or another control. */
export const isCode = (text: string): boolean => text.length > 0 && text.length <= codeLimit && !control.test(text)
