import type { CatalogEntry } from './catalog-entry.ts'
import type { CategoryLink } from './catalog-tree.ts'

// What was read of the catalog, so that a restart need not read it again. It can be thrown away at any time: it is
// never in the orders' file, and nothing waits for it to be on the disk.

/** An item as the vendor sent it. */
export interface CachedItem {
  readonly key: string
  /** Its JSON, every digit kept. */
  readonly text: string
  /** What the index needs of it, so that a restart need not read it out of the text again. */
  readonly entry: CatalogEntry
  /** The walk over all pages that saw it last. */
  readonly walk: number
}

export type SeenEntry = Pick<CachedItem, 'entry' | 'walk'>

/** How far a walk over the pages has come. */
export interface WalkPlace {
  /** Walks are numbered from 1. */
  readonly walk: number
  /** The page to ask for next. */
  readonly page: number
  /** Items seen on this walk, each once, and rows, which may come twice. */
  readonly seen: number
  readonly rows: number
  /** How many there are, as the vendor last said, and whether it said something else before. */
  readonly total: number | null
  readonly hasMoved: boolean
  /** Pages that were passed over, for they could not be had. */
  readonly holes: number
  /** Pages in a row that brought nothing new. */
  readonly stale: number
}

/** What is known of the walks. Moments are milliseconds since 1970. */
export interface WalkState {
  readonly place: WalkPlace
  /** When a walk last came to its end. */
  readonly endedAt: number | null
  /** Walks in a row that may have missed something. */
  readonly unsure: number
  /** The last walk that passed over no page; 0 where there was none. */
  readonly unbroken: number
  /** At the end of the last walk the vendor spoke of more than it had shown. */
  readonly isShort: boolean
  /** References that orders named and a walk has not met, the oldest first; a file of an older version has none. */
  readonly walkedFor?: readonly string[]
}

/** Before any walk has come to its end. */
export const noneEnded: Omit<WalkState, 'place'> = { endedAt: null, unsure: 0, unbroken: 0, isShort: false }

/** Rejects with StoreUnavailable where it cannot be used; what is in it may be gone then. */
export interface CatalogCache {
  state(): Promise<WalkState | undefined>
  categories(): Promise<readonly CategoryLink[]>
  saveCategories(links: readonly CategoryLink[]): Promise<void>
  /** Takes a page's items down, over those of the same keys, together with how far the walk is then. */
  put(items: readonly CachedItem[], state: WalkState): Promise<void>
  /** The JSON of items, at their keys' places; undefined for one that is not there. */
  read(keys: readonly string[]): Promise<readonly (string | undefined)[]>
  /** What the index needs of the items, in the order of their keys, from after one key on. */
  list(after: string | undefined, limit: number): Promise<readonly SeenEntry[]>
  /** Forgets items that were last seen before a walk, so many at most. @returns their keys */
  forgetBefore(walk: number, limit: number): Promise<readonly string[]>
  close(): Promise<void>
}

/** A cache that lasts as long as the process: for tests, for the practice store, and for the demo inside a page. */
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
