// A rejection without the list of reasons.

/** The codes in the specification for a rejection without the list of reasons. */
export const reasonCodes = ['OUT_OF_STOCK', 'TOO_BUSY', 'CLOSING_SOON'] as const
export type ReasonCode = (typeof reasonCodes)[number]

/** unspecified: the length limit of `reason_text`; this is a strict guess. In graphemes. */
const reasonTextLimit = 500

// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const unseen = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g

const seen = /[\p{L}\p{N}\p{P}\p{S}]/u

/**
 * Cleans free text: removes controls and direction marks, replaces broken characters.
 * @returns `''` if nothing visible is left.
 */
export function cleanReasonText(text: string): string {
  const clean = text.replace(unseen, '').toWellFormed().trim()
  return seen.test(clean) ? clean : ''
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Whether a text is longer than a reason may be. Counts graphemes, so that a composed emoji is one. */
export function isReasonTextTooLong(text: string): boolean {
  if (text.length <= reasonTextLimit) return false
  let count = 0
  for (const _grapheme of graphemes.segment(text)) {
    count += 1
    if (count > reasonTextLimit) return true
  }
  return false
}
