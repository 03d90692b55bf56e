import type { Clock } from '#contract/clock.ts'
import { isRecord } from '#contract/json.ts'
import type { Vendor } from '#server/vendor/vendor.ts'
import type { CatalogCache, WalkState } from './catalog-cache.ts'
import { entryOf, keyOf } from './catalog-entry.ts'
import type { CatalogIndex } from './catalog-index.ts'
import { readPage, type CatalogRow } from './catalog-page.ts'
import type { WalkDeps } from './catalog-walk.ts'

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
