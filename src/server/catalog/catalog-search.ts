import type { Clock } from '#contract/clock.ts'
import type { catalog, ItemSearch } from '#contract/desk/catalog.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import { isId, textLimit } from '#contract/text.ts'
import { perPageLimit } from '#contract/vendor/catalog-endpoints.ts'
import { pageChecks } from '#server/http/input-limits.ts'
import type { CatalogEntry } from './catalog-entry.ts'
import type { CatalogIndex } from './catalog-index.ts'

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

const yes = ['1', 'true']
const no = ['0', 'false']
const isFlag = (text: string): boolean => [...yes, ...no].includes(text)

/** Validates each search parameter. */
export const searchChecks: Readonly<Record<keyof ItemSearch, (text: string) => boolean>> = {
  q: (text) => text.length <= textLimit,
  category: isId,
  brand: isId,
  value: isId,
  available: isFlag,
  in_stock: isFlag,
  discounted: isFlag,
  virtual: isFlag,
  page: pageChecks.page,
}

export type SearchMeta = AnswerOf<typeof catalog.search>['meta']

/** The keys on one result page, and its pagination. */
export function searchPage(
  query: ItemSearch,
  index: CatalogIndex,
  tree: CategoryTree,
  now: number,
): { readonly keys: readonly string[]; readonly meta: SearchMeta } {
  const page = Number(query.page ?? '1')
  const start = (page - 1) * perPageLimit
  const { entries, total } = index.search(query.q ?? '', {
    fits: filterOf(query, tree, now),
    limit: start + perPageLimit,
  })
  return {
    keys: entries.slice(start).map(({ key }) => key),
    meta: {
      current_page: page,
      last_page: Math.max(1, Math.ceil(total / perPageLimit)),
      per_page: perPageLimit,
      total,
    },
  }
}

type Fits = (entry: CatalogEntry) => boolean

/** @returns undefined if there is no filter. An unreadable field matches neither value of a flag. */
function filterOf(query: ItemSearch, tree: CategoryTree, now: number): Fits | undefined {
  const filters: Fits[] = []
  const { category, brand, value } = query
  if (category !== undefined) {
    const below = tree.below(Number(category))
    filters.push(({ categories }) => categories.some((id) => below.has(id)))
  }
  if (brand !== undefined) filters.push((entry) => entry.brand === Number(brand))
  if (value !== undefined) filters.push(({ values }) => values.includes(Number(value)))
  const flag = (text: string | undefined, is: (entry: CatalogEntry) => boolean | undefined): void => {
    if (text !== undefined) filters.push((entry) => is(entry) === yes.includes(text))
  }
  flag(query.available, ({ isAvailable }) => isAvailable)
  flag(query.in_stock, ({ isInStock }) => isInStock)
  flag(query.virtual, ({ isVirtual }) => isVirtual)
  flag(query.discounted, ({ discounted }) => isRunning(discounted, now))
  return filters.length === 0 ? undefined : (entry) => filters.every((fits) => fits(entry))
}

function isRunning(discounted: CatalogEntry['discounted'], now: number): boolean | undefined {
  if (discounted === 'unclear') return undefined
  if (discounted === undefined) return false
  const { from, until } = discounted
  if (from.earliest > now || until.latest <= now) return false
  return from.latest <= now && now < until.earliest ? true : undefined
}

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
