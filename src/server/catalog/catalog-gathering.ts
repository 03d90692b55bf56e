import type { CatalogIndex as IndexState } from '#contract/desk/catalog.ts'
import type { Clock } from '#contract/clock.ts'
import { runForever } from '#server/runtime/run-forever.ts'
import type { Log } from '#server/runtime/bug.ts'
import { StoreUnavailable } from '#server/storage/store.ts'
import { vendorHttpError } from '#server/vendor/vendor-http-error.ts'
import type { Vendor, VendorFailure } from '#server/vendor/vendor.ts'
import { gatherCategories } from './catalog-categories.ts'
import { noneEnded, type CatalogCache, type WalkState } from './catalog-cache.ts'
import { createCatalogIndex, type CatalogIndex } from './catalog-index.ts'
import { forgetItems, itemsWalk, loadItems } from './catalog-items.ts'
import { createCatalogPace } from './catalog-pace.ts'
import { createCategoryTree, type CategoryTree } from './catalog-tree.ts'
import { createUnknownReferences } from './catalog-unknown.ts'
import { firstPlace, walkPages, type WalkEnd } from './catalog-walk.ts'

export interface GatheringDeps {
  readonly vendor: Vendor
  readonly cache: CatalogCache
  readonly clock: Clock
  /** From 0 to 1. */
  readonly random: () => number
  readonly log: Log
}

/** The whole catalog, gathered page by page from a vendor that can only page through it. */
export interface Gathering {
  readonly index: CatalogIndex
  tree(): CategoryTree
  state(): IndexState
  /** Resolves when what the cache kept has been taken up, or could not be: until then the index has some of it alone. */
  takenUp(): Promise<void>
  /** Somebody looks at the catalog: it is gathered, where that is due. In milliseconds from now. */
  want(inMs?: number): void
  /** An order names these references, which the index has not: it is gathered once for each of them. */
  wantFor(references: readonly string[]): void
  /** Whether that is still to come for one of these, or goes on. */
  isWantedFor(references: readonly string[]): boolean
  /** It is gathered where it was not for a day, though nobody looks. */
  wantDaily(): Promise<void>
  /** Takes up what the cache kept, then gathers whenever it is wanted and due, until the signal aborts. */
  run(closing: AbortSignal): Promise<void>
}

const second = 1000
const minute = 60 * second
const renewMs = 15 * minute
const dayMs = 24 * 60 * minute
/** What is open is read first after a start. */
const afterStartMs = 2 * second
/** After a walk that may have missed something; twice as long after each further one. */
const againMs = minute
/** So often that happens by itself; then only when somebody looks, for a list may always be at odds with itself. */
const surelyAgain = 3
const firstPauseMs = 0.2 * second
const renewPauseMs = second

export function createGathering({ vendor, cache, clock, random, log }: GatheringDeps): Gathering {
  const index = createCatalogIndex()
  let tree = createCategoryTree([])
  let state: WalkState | undefined
  let problem: string | null = null
  /** Whether all that the cache kept is in the index: while it is not, nothing is said not to be there. */
  let isWhole = false
  let takingUp: Promise<unknown> = Promise.resolve()
  const pace = createCatalogPace(clock)
  const unknown = createUnknownReferences()
  /** Whether the walk that goes on, or comes next, is for somebody who looked, or for an order. */
  let isForSomebody = false

  const jittered = (ms: number) => ms * (0.9 + 0.2 * random())
  /** What is left of the rest after a walk; not for ever, where the clock was set back since. */
  const restAfter = (endedAt: number) => Math.min(2 * renewMs, jittered(renewMs) - (clock.now() - endedAt))

  async function takeUp(closing: AbortSignal): Promise<void> {
    isWhole = false
    tree = createCategoryTree(await cache.categories())
    state = await cache.state()
    await loadItems({ cache, index }, clock, closing)
    isWhole = true
    unknown.load(state?.walkedFor ?? [])
    // What was begun before the restart is ended.
    if (state && state.place.page > 1) pace.want()
    else if (state?.endedAt) rest(restAfter(state.endedAt))
    if (state?.endedAt) pace.restForUnknown(restAfter(state.endedAt))
  }

  function rest(forMs: number): void {
    pace.rest(forMs)
    if (unknown.hasOpen()) pace.wantForUnknown()
  }

  const tell = (failure: VendorFailure | undefined): void => {
    problem = failure ? problemOf(failure) : null
  }

  async function renewCategories(closing: AbortSignal): Promise<void> {
    const parts = { clock, random, vendor, trouble: tell, pauseMs: firstPauseMs }
    const links = await gatherCategories(parts, await cache.categories(), closing)
    if (!links) return
    await cache.saveCategories(links)
    tree = createCategoryTree(links)
  }

  async function gatherItems(closing: AbortSignal): Promise<WalkEnd | undefined> {
    const start = state?.place ?? firstPlace(1)
    const known = state ?? noneEnded
    // An order waits for what was never read, and for what it names.
    const pauseMs = known.endedAt === null || unknown.hasWalk() ? firstPauseMs : renewPauseMs
    const walk = itemsWalk({ vendor, cache, index }, start.walk, (place) => (state = { ...known, place }))
    return walkPages({ clock, random, trouble: tell, pauseMs, ...walk }, start, closing)
  }

  /**
   * What a whole walk has not met is gone; what an unsure one has not met is, when the one before missed it too. A walk
   * that passed over pages could not have met what is on them: after it nothing is gone, nor is it that one before.
   */
  async function conclude(ended: WalkEnd, closing: AbortSignal): Promise<void> {
    if (!state) return
    const { place } = state
    const seenBy = ended === 'whole' ? place.walk : state.unbroken
    if (place.holes === 0) await forgetItems({ cache, index }, seenBy, clock, closing)
    // What was noted during the first walk was on sale before it came by, but for the rarest.
    if (state.endedAt === null) unknown.begin()
    if (unknown.end()) pace.restForUnknown(jittered(renewMs))
    state = { ...stateAfter(state, ended), endedAt: clock.now(), walkedFor: unknown.done() }
    const { unsure } = state
    await cache.put([], state)
    problem = null
    rest(jittered(unsure === 0 ? renewMs : Math.min(renewMs, againMs * 2 ** (unsure - 1))))
    // What may have slipped by is looked for though nobody looks any more; a walk of the day is for nobody.
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
      // Before all that was kept is in, it may be among that.
      if (!isWhole || !unknown.note(references)) return
      isForSomebody = true
      if (state?.endedAt) pace.wantForUnknown()
      else pace.want()
    },
    isWantedFor: unknown.isOpen,
    async wantDaily() {
      await takenUp()
      const agoMs = clock.now() - (state?.endedAt ?? Number.NEGATIVE_INFINITY)
      // The clock may have been set back since.
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
          // The cache may have been begun anew: what is in it then is what there is.
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

/** `isWhole`: all that was kept is in the index. */
function shownState(state: WalkState | undefined, isWhole: boolean): Omit<IndexState, 'have' | 'problem'> {
  const endedAt = isWhole ? state?.endedAt : null
  return {
    total: state?.place.total ?? null,
    fresh_at: endedAt ? new Date(endedAt).toISOString() : null,
    is_whole: Boolean(endedAt) && !state?.isShort,
  }
}

/** A list that the vendor does not know is no order that it does not know. */
const problemOf = (failure: VendorFailure): string =>
  failure.reason === 'not-found' || failure.reason === 'refused' ? 'vendor_rejected' : vendorHttpError(failure).code
