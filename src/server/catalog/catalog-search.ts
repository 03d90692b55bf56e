import type { catalog, ItemSearch } from '#contract/desk/catalog.ts'
import { isId, textLimit } from '#contract/desk/item-search.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import { perPageLimit } from '#contract/vendor/page.ts'
import { pageChecks } from '#server/http/check-query.ts'
import type { CatalogEntry } from './catalog-entry.ts'
import type { CatalogIndex } from './catalog-index.ts'
import type { CategoryTree } from './catalog-tree.ts'

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
