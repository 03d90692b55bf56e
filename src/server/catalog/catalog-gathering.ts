import type { CatalogIndex as IndexState } from '#contract/desk/catalog.ts'
import type { Clock } from '#contract/clock.ts'
import { runForever } from '#server/runtime/tasks.ts'
import type { Log } from '#server/runtime/bug.ts'
import { StoreUnavailable } from '#server/storage/store.ts'
import type { Vendor } from '#server/vendor/vendor.ts'
import { type VendorFailure, vendorHttpError } from '#server/vendor/vendor-failure.ts'
import { forgetItems, gatherCategories, itemsWalk, loadItems } from './catalog-lists.ts'
import { noneEnded, type CatalogCache, type WalkState } from './catalog-cache.ts'
import { createCatalogIndex, type CatalogIndex } from './catalog-index.ts'
import { createCatalogPace, createUnknownReferences } from './catalog-pace.ts'
import { createCategoryTree, type CategoryTree } from './catalog-search.ts'
import { firstPlace, walkPages, type WalkEnd } from './catalog-walk.ts'

/** What a catalog needs of the thread that orders run in. */
export interface CatalogHost {
  readonly vendor: Vendor
  readonly clock: Clock
  readonly log: Log
}

export interface CatalogDeps extends CatalogHost {
  /** From 0 to 1. */
  readonly random: () => number
}

interface GatheringDeps extends CatalogDeps {
  readonly cache: CatalogCache
}

/** Gathers the whole catalog page by page, because the vendor has only pages. */
export interface Gathering {
  readonly index: CatalogIndex
  tree(): CategoryTree
  state(): IndexState
  /** Resolves when the cached items are loaded or could not be; until then the index is incomplete. */
  takenUp(): Promise<void>
  /** Requests gathering for a person who looks at the catalog; it starts when due. In milliseconds from now. */
  want(inMs?: number): void
  /** Requests gathering for references in an order that the index lacks; once for each. */
  wantFor(references: readonly string[]): void
  /** Whether gathering for one of these is pending or under way. */
  isWantedFor(references: readonly string[]): boolean
  /** Requests gathering after a day without it, even if nobody looks. */
  wantDaily(): Promise<void>
  /** Loads the cached items, then gathers whenever requested and due, until the signal aborts. */
  run(closing: AbortSignal): Promise<void>
}

const second = 1000
const minute = 60 * second
const renewMs = 15 * minute
const dayMs = 24 * 60 * minute
/** Open orders are read first after a start. */
const afterStartMs = 2 * second
/** Delay after a walk that may have missed something; doubles with each further one. */
const againMs = minute
/** Automatic repeats after such walks. Then only on request, because a list may always contradict itself. */
const surelyAgain = 3
const firstPauseMs = 0.2 * second
const renewPauseMs = second

export function createGathering({ vendor, cache, clock, random, log }: GatheringDeps): Gathering {
  const index = createCatalogIndex()
  let tree = createCategoryTree([])
  let state: WalkState | undefined
  let problem: string | null = null
  /** Whether all cached items are loaded. Until then no item is reported as missing. */
  let isWhole = false
  let takingUp: Promise<unknown> = Promise.resolve()
  const pace = createCatalogPace(clock)
  const unknown = createUnknownReferences()
  /** Whether the current or next walk is for a person or an order. */
  let isForSomebody = false

  const jittered = (ms: number) => ms * (0.9 + 0.2 * random())
  /** The rest time left after a walk, bounded in case the clock was set back. */
  const restAfter = (endedAt: number) => Math.min(2 * renewMs, jittered(renewMs) - (clock.now() - endedAt))

  async function takeUp(closing: AbortSignal): Promise<void> {
    isWhole = false
    tree = createCategoryTree(await cache.categories())
    state = await cache.state()
    await loadItems({ cache, index }, clock, closing)
    isWhole = true
    unknown.load(state?.walkedFor ?? [])
    // A walk that was interrupted by a restart continues.
    if (state && state.place.page > 1) pace.want()
    else if (state?.endedAt) rest(restAfter(state.endedAt))
    if (state?.endedAt) pace.restForUnknown(restAfter(state.endedAt))
  }

  function rest(forMs: number): void {
    pace.rest(forMs)
    if (unknown.hasOpen()) pace.wantForUnknown()
  }

  const report = (failure: VendorFailure | undefined): void => {
    problem = failure ? problemOf(failure) : null
  }

  async function renewCategories(closing: AbortSignal): Promise<void> {
    const common = { clock, random, vendor, onFailure: report, pauseMs: firstPauseMs }
    const links = await gatherCategories(common, await cache.categories(), closing)
    if (!links) return
    await cache.saveCategories(links)
    tree = createCategoryTree(links)
  }

  async function gatherItems(closing: AbortSignal): Promise<WalkEnd | undefined> {
    const start = state?.place ?? firstPlace(1)
    const known = state ?? noneEnded
    // Orders wait for a first walk and for references that they name.
    const pauseMs = known.endedAt === null || unknown.hasWalk() ? firstPauseMs : renewPauseMs
    const walk = itemsWalk({ vendor, cache, index }, start.walk, (place) => (state = { ...known, place }))
    return walkPages({ clock, random, onFailure: report, pauseMs, ...walk }, start, closing)
  }

  /**
   * Deletes what a whole walk did not find. After an unsure walk deletes only what the walk before missed too. A walk
   * that skipped pages could not find what is on them, so it deletes nothing and does not count as that walk before.
   */
  async function conclude(ended: WalkEnd, closing: AbortSignal): Promise<void> {
    if (!state) return
    const { place } = state
    const seenBy = ended === 'whole' ? place.walk : state.unbroken
    if (place.holes === 0) await forgetItems({ cache, index }, seenBy, clock, closing)
    // References noted during the first walk were almost always on sale before it reached their page.
    if (state.endedAt === null) unknown.begin()
    if (unknown.end()) pace.restForUnknown(jittered(renewMs))
    state = { ...stateAfter(state, ended), endedAt: clock.now(), walkedFor: unknown.done() }
    const { unsure } = state
    await cache.put([], state)
    problem = null
    rest(jittered(unsure === 0 ? renewMs : Math.min(renewMs, againMs * 2 ** (unsure - 1))))
    // What may have been missed is looked for even if nobody looks any more; the daily walk is for nobody.
    isForSomebody &&= unsure > 0 && unsure <= surelyAgain
    if (isForSomebody) pace.want()
    log('catalog_gathered', { items: index.size(), pages: place.page - 1, ended })
  }

  const takenUp = async (): Promise<void> => void (await Promise.allSettled([takingUp]))

  async function gather(closing: AbortSignal): Promise<void> {
    await pace.untilDue(closing)
    if (closing.aborted) return
    if ((state?.place.page ?? 1) === 1) {
      unknown.begin()
      await renewCategories(closing)
    }
    const ended = closing.aborted ? undefined : await gatherItems(closing)
    if (ended) await conclude(ended, closing)
  }

  return {
    index,
    tree: () => tree,
    want(inMs) {
      isForSomebody = true
      pace.want(inMs)
    },
    wantFor(references) {
      // Until all cached items are loaded, they may include it.
      if (!isWhole || !unknown.note(references)) return
      isForSomebody = true
      if (state?.endedAt) pace.wantForUnknown()
      else pace.want()
    },
    isWantedFor: unknown.isOpen,
    async wantDaily() {
      await takenUp()
      const agoMs = clock.now() - (state?.endedAt ?? Number.NEGATIVE_INFINITY)
      // The clock may have been set back.
      if (Math.abs(agoMs) >= dayMs) pace.want(afterStartMs)
    },
    state: () => ({ have: index.size(), ...shownState(state, isWhole), problem }),
    takenUp,
    async run(closing) {
      let isTakenUp = false
      await runForever({ name: 'catalog', clock, log, pauseMs: minute }, closing, async () => {
        try {
          if (!isTakenUp) await (takingUp = takeUp(closing))
          isTakenUp = true
          await gather(closing)
        } catch (error) {
          // The cache may have been recreated, so its content now counts.
          if (!(error instanceof StoreUnavailable)) throw error
          isTakenUp = false
          problem = 'store_unavailable'
          log('catalog_unavailable', { message: error.message })
          await clock.sleep(minute, closing)
        }
      })
    },
  }
}

function stateAfter(state: WalkState, ended: WalkEnd): WalkState {
  const { place } = state
  return {
    ...state,
    place: { ...firstPlace(place.walk + 1), total: place.total },
    unsure: ended === 'whole' ? 0 : state.unsure + 1,
    unbroken: place.holes === 0 ? place.walk : state.unbroken,
    isShort: ended === 'short',
  }
}

/** `isWhole`: all cached items are loaded. */
function shownState(state: WalkState | undefined, isWhole: boolean): Omit<IndexState, 'have' | 'problem'> {
  const endedAt = isWhole ? state?.endedAt : null
  return {
    total: state?.place.total ?? null,
    fresh_at: endedAt ? new Date(endedAt).toISOString() : null,
    is_whole: Boolean(endedAt) && !state?.isShort,
  }
}

/** A list that the vendor does not know must not be reported as an unknown order. */
const problemOf = (failure: VendorFailure): string =>
  failure.reason === 'not-found' || failure.reason === 'refused' ? 'vendor_rejected' : vendorHttpError(failure).code
