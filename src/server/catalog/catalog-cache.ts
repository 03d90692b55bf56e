import type { CatalogEntry } from './catalog-entry.ts'
import type { CategoryLink } from './catalog-search.ts'

// Saves the catalog as read, so that a restart need not read it again. It can be deleted at any time, so it has its own
// file, apart from the orders, and nothing waits for it to reach the disk.

/** An item as the vendor sent it. */
export interface CachedItem {
  readonly key: string
  /** Its JSON, with every digit. */
  readonly text: string
  /** Its index entry, so that a restart need not parse the text again. */
  readonly entry: CatalogEntry
  /** The last walk that saw it. */
  readonly walk: number
}

export type SeenEntry = Pick<CachedItem, 'entry' | 'walk'>

/** The progress of a walk over all pages. */
export interface WalkPlace {
  /** Walks are numbered from 1. */
  readonly walk: number
  /** The next page to request. */
  readonly page: number
  /** Distinct items seen on this walk, and rows, which may repeat. */
  readonly seen: number
  readonly rows: number
  /** The vendor's latest total, and whether it changed during the walk. */
  readonly total: number | null
  readonly hasMoved: boolean
  /** Pages that were skipped because they could not be read. */
  readonly holes: number
  /** Consecutive pages without new items. */
  readonly stale: number
}

/** State of the walks. Timestamps are milliseconds since 1970. */
export interface WalkState {
  readonly place: WalkPlace
  /** When a walk last reached its end. */
  readonly endedAt: number | null
  /** Consecutive walks that may have missed something. */
  readonly unsure: number
  /** The last walk that skipped no page; 0 if none. */
  readonly unbroken: number
  /** After the last walk the vendor's total was higher than what it listed. */
  readonly isShort: boolean
  /** References that orders named and a walk did not find, oldest first. Missing in older files. */
  readonly walkedFor?: readonly string[]
}

/** Before the first walk has ended. */
export const noneEnded: Omit<WalkState, 'place'> = { endedAt: null, unsure: 0, unbroken: 0, isShort: false }

/** Rejects with StoreUnavailable if it cannot be used; its content may be lost then. */
export interface CatalogCache {
  state(): Promise<WalkState | undefined>
  categories(): Promise<readonly CategoryLink[]>
  saveCategories(links: readonly CategoryLink[]): Promise<void>
  /** Writes a page's items over those with the same keys, together with the walk's progress. */
  put(items: readonly CachedItem[], state: WalkState): Promise<void>
  /** The JSON of items, in the order of `keys`; undefined for a missing one. */
  read(keys: readonly string[]): Promise<readonly (string | undefined)[]>
  /** Index entries in key order, after a given key. */
  list(after: string | undefined, limit: number): Promise<readonly SeenEntry[]>
  /** Deletes up to `limit` items last seen before a walk. @returns their keys */
  forgetBefore(walk: number, limit: number): Promise<readonly string[]>
  close(): Promise<void>
}

/** A cache in memory, for tests, the practice store and the demo. */
export function createMemoryCatalogCache(): CatalogCache {
  const items = new Map<string, CachedItem>()
  let sorted: readonly string[] | undefined
  let latest: WalkState | undefined
  let links: readonly CategoryLink[] = []

  return {
    state: async () => latest,
    categories: async () => links,
    async saveCategories(all) {
      links = [...all]
    },
    async put(rows, state) {
      for (const row of rows) items.set(row.key, row)
      latest = state
      sorted = undefined
    },
    read: async (keys) => keys.map((key) => items.get(key)?.text),
    async list(after, limit) {
      sorted ??= [...items.keys()].toSorted()
      const from = after === undefined ? 0 : sorted.findIndex((key) => key > after)
      const listed = from < 0 ? [] : sorted.slice(from, from + limit).flatMap((key) => items.get(key) ?? [])
      return listed.map(({ entry, walk }) => ({ entry, walk }))
    },
    async forgetBefore(walk, limit) {
      const isOld = (item: { readonly walk: number }) => item.walk < walk
      const old = [...items.values()]
        .filter(isOld)
        .slice(0, limit)
        .map(({ key }) => key)
      for (const key of old) items.delete(key)
      sorted = undefined
      return old
    },
    close: async () => {},
  }
}
