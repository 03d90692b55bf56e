import type { Clock } from '#contract/clock.ts'
import { isRecord } from '#contract/json.ts'
import { readable, salvage } from '#contract/salvage.ts'
import { Category } from '#contract/vendor/catalog.ts'
import type { Vendor } from '#server/vendor/vendor.ts'
import type { CatalogCache, WalkState } from './catalog-cache.ts'
import { entryOf, keyOf } from './catalog-entry.ts'
import type { CatalogIndex } from './catalog-index.ts'
import type { CategoryLink } from './catalog-search.ts'
import { type CatalogRow, firstPlace, readPage, type WalkDeps, walkPages } from './catalog-walk.ts'
import * as z from 'zod/mini'

interface Gathered {
  readonly cache: CatalogCache
  readonly index: CatalogIndex
}

/** Read from or deleted from the cache in one step: a few milliseconds' work. */
const inOneGo = 200

/** Writes each page of a walk over the items into the cache, then into the index. */
export function itemsWalk(
  { vendor, cache, index }: Gathered & { readonly vendor: Vendor },
  walk: number,
  note: (place: WalkState['place']) => WalkState,
): Pick<WalkDeps, 'ask' | 'fresh' | 'take'> {
  return {
    ask: (page) => readPage(vendor, 'listItems', page),
    fresh(rows) {
      const items = keyed(rows)
      const fresh = new Set(items.map(({ key }) => key).filter((key) => index.walkOf(key) !== walk))
      // Rows that are no items count as new, because they cannot be told apart.
      return fresh.size + rows.length - items.length
    },
    async take(rows, place) {
      const items = keyed(rows).map(({ key, text, raw }) => ({ key, text, walk, entry: entryOf(key, raw) }))
      await cache.put(items, note(place))
      index.put(
        items.map(({ entry }) => entry),
        walk,
      )
    },
  }
}

const keyed = (rows: readonly CatalogRow[]) =>
  rows.filter(({ raw }) => isRecord(raw)).map((row) => ({ ...row, key: keyOf(row.raw, row.text) }))

/** Loads the cached items into the index in small steps. */
export async function loadItems({ cache, index }: Gathered, clock: Clock, closing: AbortSignal): Promise<void> {
  index.clear()
  for (let after: string | undefined; !closing.aborted; await clock.sleep(0, closing)) {
    const items = await cache.list(after, inOneGo)
    for (const [walk, some] of Map.groupBy(items, (item) => item.walk)) {
      index.put(
        some.map(({ entry }) => entry),
        walk,
      )
    }
    after = items.at(-1)?.entry.key
    if (after === undefined) return
  }
}

/** Deletes what was last seen before a walk, in small steps. */
export async function forgetItems(
  { cache, index }: Gathered,
  walk: number,
  clock: Clock,
  closing: AbortSignal,
): Promise<void> {
  for (; !closing.aborted; await clock.sleep(0, closing)) {
    const gone = await cache.forgetBefore(walk, inOneGo)
    index.remove(gone)
    if (gone.length < inOneGo) return
  }
}

interface CategoryDeps extends Pick<WalkDeps, 'random' | 'onFailure' | 'pauseMs'> {
  readonly vendor: Vendor
  readonly clock: Clock
}

/** Few, because the items matter more and can be found without categories. */
const tries = 3

/**
 * Reads the parent of every category, over all pages. Categories on a page that could not be read keep their known
 * parent.
 * @returns undefined if the signal aborted it.
 */
export async function gatherCategories(
  { vendor, ...deps }: CategoryDeps,
  known: readonly CategoryLink[],
  closing: AbortSignal,
): Promise<readonly CategoryLink[] | undefined> {
  const links = new Map<number, CategoryLink>()
  const walk: WalkDeps = {
    ...deps,
    ask: (page) => readPage(vendor, 'listCategories', page),
    fresh: (rows) => new Set(rows.flatMap(linkIn).flatMap(([id]) => (links.has(id) ? [] : [id]))).size,
    take: async (rows) => {
      for (const link of rows.flatMap(linkIn)) links.set(link[0], link)
    },
    giveUpAfter: tries,
  }
  const ended = await walkPages(walk, firstPlace(1), closing)
  if (!ended) return undefined
  const remaining = ended === 'whole' ? [] : known
  return [...new Map([...remaining, ...links.values()].map((link) => [link[0], link])).values()]
}

const Linked = z.pick(Category, { id: true, parent: true })

/** @returns an empty list if the row has no readable id. */
function linkIn({ raw }: CatalogRow): readonly CategoryLink[] {
  const found = salvage(Linked, raw)
  const category = found && readable(found)
  const id = category && readable(category.id)
  if (typeof id !== 'number') return []
  const parent = category?.parent && readable(category.parent)
  const parentId = parent && readable(parent.id)
  return [[id, typeof parentId === 'number' ? parentId : null]]
}
