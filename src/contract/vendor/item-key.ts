const plainKey = /^[\w.:-]{1,64}$/

/**
 * The id that an item has in addresses, of the desk's and of the page's. unspecified: it may be a text.
 * @returns nothing where it has none.
 */
export function itemKeyOf(id: unknown): string | undefined {
  const key = typeof id === 'number' || typeof id === 'string' ? String(id).trim() : ''
  return plainKey.test(key) ? key : undefined
}
