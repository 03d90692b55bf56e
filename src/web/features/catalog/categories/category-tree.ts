import { parentOf, type CategoryRow } from '#web/features/catalog/rows.ts'

export interface CategoryNode {
  readonly id: number
  readonly name: unknown
  /** `orphan`: its parent is not in the list. `circle`: it is its own ancestor. */
  readonly odd: 'orphan' | 'circle' | undefined
  readonly children: readonly CategoryNode[]
}

/**
 * Builds the tree of all categories, in the service's order.
 * unspecified: a parent may be missing, and parents may form a circle. A missing parent is built from what its children
 * say about it; a circle is cut at its first category.
 */
export function buildTree(rows: readonly CategoryRow[]): readonly CategoryNode[] {
  const parents = new Map(rows.map((row) => [row.id, parentOf(row)]))
  const cut = cutCircles(parents)
  const nodes = new Map<number, CategoryNode & { readonly children: CategoryNode[] }>()
  for (const { id, name } of rows) nodes.set(id, { id, name, odd: cut.has(id) ? 'circle' : undefined, children: [] })
  const roots: CategoryNode[] = []
  for (const { id } of rows) {
    const node = nodes.get(id)
    const parent = parents.get(id)
    if (!node) continue
    if (!parent) {
      roots.push(node)
      continue
    }
    const above = nodes.get(parent.id) ?? { ...parent, odd: 'orphan', children: [] }
    if (!nodes.has(parent.id)) roots.push(above)
    nodes.set(parent.id, above)
    above.children.push(node)
  }
  return roots
}

/** Removes the parent of the first category of each circle. @returns those categories. */
function cutCircles(parents: Map<number, { readonly id: number } | undefined>): ReadonlySet<number> {
  const cut = new Set<number>()
  const done = new Set<number>()
  for (const start of parents.keys()) {
    const way = new Set<number>()
    let id: number | undefined = start
    while (id !== undefined && !way.has(id) && !done.has(id)) {
      way.add(id)
      id = parents.get(id)?.id
    }
    if (id !== undefined && way.has(id)) {
      parents.set(id, undefined)
      cut.add(id)
    }
    for (const each of way) done.add(each)
  }
  return cut
}

/** A visible row of the tree. */
export interface TreeRow {
  readonly node: CategoryNode
  /** Starts at 1. */
  readonly level: number
  readonly place: number
  readonly siblings: number
  readonly parent: number | undefined
}

/** The visible rows from the top. Iterative, because the depth of the tree is unlimited. */
export function visibleRows(
  roots: readonly CategoryNode[],
  isShown: (node: CategoryNode) => boolean,
  isOpen: (node: CategoryNode) => boolean,
): readonly TreeRow[] {
  const rows: TreeRow[] = []
  const waiting: TreeRow[] = []
  const push = (nodes: readonly CategoryNode[], level: number, parent: number | undefined): void => {
    const shown = nodes.filter(isShown)
    for (const [index, node] of [...shown.entries()].toReversed())
      waiting.push({ node, level, place: index + 1, siblings: shown.length, parent })
  }
  push(roots, 1, undefined)
  for (let row = waiting.pop(); row; row = waiting.pop()) {
    rows.push(row)
    if (isOpen(row.node)) push(row.node.children, row.level + 1, row.node.id)
  }
  return rows
}

/** The nodes that match and all their ancestors, so that a match is shown in its place. */
export function nodesThatFit(
  roots: readonly CategoryNode[],
  fits: (node: CategoryNode) => boolean,
): ReadonlySet<CategoryNode> {
  const kept = new Set<CategoryNode>()
  const all = visibleRows(
    roots,
    () => true,
    () => true,
  )
  for (const { node } of all.toReversed())
    if (fits(node) || node.children.some((child) => kept.has(child))) kept.add(node)
  return kept
}
