/** Which lines of an order a place, such as a station or a printer, is responsible for. */
export interface OwnLines {
  /** Its own categories; null: all lines. */
  readonly categoryIds: readonly string[] | null
  /** The categories of all such places of the shop; null if one of them is responsible for all lines. */
  readonly coveredIds: readonly string[] | null
}

/**
 * Whether a line with these categories is its own. One whose categories are not known, or for which nobody is
 * responsible, is everybody's, because nothing may be lost.
 */
export function isOwnLine(known: readonly string[] | undefined, { categoryIds, coveredIds }: OwnLines): boolean {
  const isOneOf = (of: readonly string[] | null) => of === null || known?.some((id) => of.includes(id)) === true
  return !known || known.length === 0 || isOneOf(categoryIds) || !isOneOf(coveredIds)
}
