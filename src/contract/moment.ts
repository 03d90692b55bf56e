const withOffset = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)$/

/** Milliseconds since 1970 of an ISO 8601 text, or one with a space for its T; nothing where it has no offset, and so is no certain moment. */
export function momentOf(text: string | undefined): number | undefined {
  if (text === undefined || !withOffset.test(text)) return undefined
  const at = Date.parse(text.replace(' ', 'T'))
  return Number.isFinite(at) ? at : undefined
}
