/** A part of an address as it was meant; an empty one where it was not encoded as addresses are. */
export function decoded(part = ''): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return ''
  }
}
