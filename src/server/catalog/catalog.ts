import { reachOf, type CatalogReach, type CatalogIndex as IndexState, type ItemSearch } from '#contract/desk/catalog.ts'
import type { OrderMatches } from '#contract/desk/inbox.ts'
import { StoreUnavailable } from '#server/storage/store.ts'
import { createMemoryCatalogCache } from './catalog-cache.ts'
import { type CatalogCounts, countItems, type SearchMeta, searchPage } from './catalog-search.ts'
import { createGathering, type CatalogDeps } from './catalog-gathering.ts'
import { isDigitalOrder, matchLines, unknownReferences } from './catalog-match.ts'

/** One result page; each item is its JSON as the vendor sent it. */
interface FoundItems {
  readonly texts: readonly string[]
  readonly meta: SearchMeta
  readonly state: IndexState
}

/**
 * The shop's whole catalog. Arguments and results are plain data, so that it can run in its own thread. Every request
 * also requests gathering.
 */
export interface Catalog {
  /** @throws {StoreUnavailable} */
  search(query: ItemSearch): Promise<FoundItems>
  /** One item; text undefined for an unknown key. @throws {StoreUnavailable} */
  read(key: string): Promise<{ readonly text: string | undefined; readonly state: IndexState }>
  /** @throws {StoreUnavailable} */
  counts(): Promise<{ readonly counts: CatalogCounts; readonly state: IndexState }>
  /**
   * The items behind an order's lines; none if the catalog cannot be read. `isLookedAt`: a person looks at the order,
   * so references that the index lacks are gathered.
   */
  matches(order: unknown, isLookedAt?: boolean): Promise<OrderMatches>
  /**
   * Whether codes are sold on an order; undefined while a current or pending walk may find one of its lines. References
   * that the index lacks are gathered once.
   */
  isDigital(order: unknown): Promise<boolean | undefined>
  /** Requests gathering after a day without it, even if nobody looks. */
  wantDaily(): Promise<void>
  /** Loads the cached items, then gathers whenever requested and due, until the signal aborts. */
  run(closing: AbortSignal): Promise<void>
}

export type OpenCatalog = (deps: CatalogDeps) => Catalog

/** An opened order is being answered, so the catalog is gathered later. */
const afterOrderMs = 30_000

/** While the catalog cannot be read: this may change. */
export const unreadableMatches: OrderMatches = { matches: [], catalog_state: 'growing' }

export function createCatalog(deps: CatalogDeps, cache = createMemoryCatalogCache()): Catalog {
  const { clock } = deps
  const { index, tree, state, takenUp, want, wantFor, isWantedFor, wantDaily, run } = createGathering({
    ...deps,
    cache,
  })
  let counted: { readonly of: string; readonly counts: Promise<CatalogCounts> } | undefined

  /**
   * How much of the catalog was searched for an order's lines. Requests gathering for references that the index lacks.
   */
  function searchedFor(order: unknown, isLookedAt = true): CatalogReach {
    const unknown = unknownReferences(order, index)
    if (unknown.length > 0 && isLookedAt) wantFor(unknown)
    return isWantedFor(unknown) ? 'growing' : reachOf(state())
  }

  return {
    async search(query) {
      want()
      const { keys, meta } = searchPage(query, index, tree(), clock.now())
      const texts = (await cache.read(keys)).filter((text) => text !== undefined)
      return { texts, meta, state: state() }
    },
    async read(key) {
      want()
      const [text] = await cache.read([key])
      return { text, state: state() }
    },
    /** Counted once for all callers, until something changes. */
    async counts() {
      want()
      const of = `${index.version()} ${state().fresh_at}`
      counted = counted?.of === of ? counted : { of, counts: countItems(index, tree(), clock) }
      return { counts: await counted.counts, state: state() }
    },
    async matches(order, isLookedAt = true) {
      // With half of the catalog loaded, a line that fits two items would match one, maybe the wrong one.
      await takenUp()
      if (isLookedAt) want(state().fresh_at === null ? 0 : afterOrderMs)
      const searched = searchedFor(order, isLookedAt)
      const { fresh_at: readAt } = state()
      // An order is better shown without its items than not at all.
      const found = await matchLines(order, index, cache).catch((error: unknown) => {
        if (error instanceof StoreUnavailable) return undefined
        throw error
      })
      if (!found) return unreadableMatches
      return { matches: found.map((match) => ({ ...match, read_at: readAt })), catalog_state: searched }
    },
    async isDigital(order) {
      await takenUp()
      const searched = searchedFor(order)
      return isDigitalOrder(order, index) || (searched === 'growing' ? undefined : false)
    },
    wantDaily,
    run,
  }
}
