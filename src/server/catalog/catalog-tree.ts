/** A category and its parent. */
export type CategoryLink = readonly [id: number, parent: number | null]

export interface CategoryTree {
  /** A category and all its descendants. */
  below(id: number): ReadonlySet<number>
  /** A category and all its ancestors. */
  above(id: number): readonly number[]
}

/**
 * unspecified: a parent may be missing from the list, or be its own descendant. A category is placed under the parent
 * that it names, known or not; a cycle is cut where it closes.
 */
export function createCategoryTree(links: readonly CategoryLink[]): CategoryTree {
  const parents = new Map<number, number>()
  for (const [id, parent] of links) if (parent !== null) parents.set(id, parent)
  const children = new Map<number, number[]>()
  for (const [id, parent] of parents) {
    const known = children.get(parent)
    if (known) known.push(id)
    else children.set(parent, [id])
  }
  const known = new Map<number, readonly number[]>()

  function climb(id: number): readonly number[] {
    const found = new Set<number>()
    for (let at: number | undefined = id; at !== undefined && !found.has(at); at = parents.get(at)) found.add(at)
    return [...found]
  }

  return {
    below(id) {
      const found = new Set([id])
      for (const each of found) for (const child of children.get(each) ?? []) found.add(child)
      return found
    },
    above(id) {
      const above = known.get(id) ?? climb(id)
      known.set(id, above)
      return above
    },
  }
}
