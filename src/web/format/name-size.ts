/** Longer ends are words rather than a size. */
const longestSize = 12

/** A number at the end, perhaps "6 × " before it and a unit after it, in any script. */
const sizeAtEnd = /\s(?:\p{Nd}+\s?[x×*]\s?)?\p{Nd}[\p{Nd}.,٫٬/]*(?:\s?[\p{L}\p{M}%.]+)?$/u

/**
 * Splits the pack size off the end of a product's name, so that a narrow place can cut the name and keep the size: it is
 * often all that tells two products apart. The size keeps its space, and is empty if the name has none.
 */
export function splitSize(name: string): readonly [head: string, size: string] {
  // Only the end is searched, because a service may send names of any length.
  const end = name.slice(-longestSize - 1)
  const found = end.search(sizeAtEnd)
  const at = name.length - end.length + found
  if (found < 0 || at === 0) return [name, '']
  return [name.slice(0, at), name.slice(at)]
}
