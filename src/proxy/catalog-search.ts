import { ItemSearch, type catalog } from '#contract/desk/catalog.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import { isCount, lastPageThinkable, perPageLimit } from '#contract/vendor/page.ts'
import type { CatalogEntry } from './catalog-entry.ts'
import type { CatalogIndex } from './catalog-index.ts'
import type { CategoryTree } from './catalog-tree.ts'
import { DeskFailure } from './desk-failure.ts'

const textLimit = 256

/**
 * What is searched for, each parameter given once and understood; others are dropped.
 * @throws {DeskFailure} `bad_page`, `bad_request`
 */
export function checkSearch(search: URLSearchParams): ItemSearch {
  const query: Record<string, string> = {}
  if ([...search.keys()].some((key) => key.startsWith('page['))) throw badPage()
  for (const key of Object.keys(ItemSearch.shape)) {
    const [value, ...more] = search.getAll(key)
    if (value === undefined) continue
    if (more.length > 0) throw key === 'page' ? badPage() : bad(`${key} is given more than once.`)
    if (!checks[key]?.(value)) throw key === 'page' ? badPage() : bad(`${key} is not understood.`)
    query[key] = value
  }
  return query
}

const badPage = () => new DeskFailure(400, 'bad_page', 'A page is a whole number from 1 to 10000, given once.')
const bad = (message: string) => new DeskFailure(400, 'bad_request', message)

const isId = (text: string): boolean => /^-?\d{1,16}$/.test(text) && Number.isSafeInteger(Number(text))
const yes = ['1', 'true']
const no = ['0', 'false']
const isFlag = (text: string): boolean => [...yes, ...no].includes(text)

const checks: Readonly<Record<string, (text: string) => boolean>> = {
  q: (text) => text.length <= textLimit,
  category: isId,
  brand: isId,
  value: isId,
  available: isFlag,
  in_stock: isFlag,
  discounted: isFlag,
  virtual: isFlag,
  page: (text) => isCount(text, lastPageThinkable),
}

export type SearchMeta = AnswerOf<typeof catalog.search>['meta']

/** The keys on one page of what was found, and where that page stands. */
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

/** @returns nothing where all fit. What an item does not say readably is neither so nor not so. */
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
  return discounted !== undefined && discounted.from <= now && now < discounted.until
}
