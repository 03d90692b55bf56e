import type { Clock } from '#contract/clock.ts'
import type { CatalogIndex } from './catalog-index.ts'
import type { CategoryTree } from './catalog-tree.ts'

/** Number of items by id. */
export interface CatalogCounts {
  readonly categories: Readonly<Record<string, number>>
  readonly brands: Readonly<Record<string, number>>
  readonly values: Readonly<Record<string, number>>
}

/** This many entries take a few milliseconds; then other work gets a turn. */
const inOneGo = 5000

/** Counts the items of each category (with its children), brand and value. */
export async function countItems(index: CatalogIndex, tree: CategoryTree, clock: Clock): Promise<CatalogCounts> {
  const [categories, brands, values] = [new Map<number, number>(), new Map<number, number>(), new Map<number, number>()]
  const all = index.all()
  for (let from = 0; from < all.length; from += inOneGo) {
    if (from > 0) await clock.sleep(0)
    for (const entry of all.slice(from, from + inOneGo)) {
      // An item in a category and in its parent counts once for the parent.
      for (const id of new Set(entry.categories.flatMap((each) => tree.above(each)))) add(categories, id)
      for (const id of new Set(entry.values)) add(values, id)
      if (entry.brand !== undefined) add(brands, entry.brand)
    }
  }
  return {
    categories: Object.fromEntries(categories),
    brands: Object.fromEntries(brands),
    values: Object.fromEntries(values),
  }
}

const add = (counts: Map<number, number>, id: number): void => void counts.set(id, (counts.get(id) ?? 0) + 1)
