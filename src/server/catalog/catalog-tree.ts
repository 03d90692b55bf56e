/** A category and the one that it names as its parent. */
export type CategoryLink = readonly [id: number, parent: number | null]

export interface CategoryTree {
  /** A category with all that are below it. */
  below(id: number): ReadonlySet<number>
  /** A category with all that are above it. */
  above(id: number): readonly number[]
}

/**
 * unspecified: a parent may be missing from the list, or be its own grandchild. A category stands under the parent
 * that it names, known or not; a circle is cut where it closes.
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
