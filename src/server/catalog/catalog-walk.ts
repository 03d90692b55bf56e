import type { Clock } from '#contract/clock.ts'
import { lastPageThinkable, perPageLimit } from '#contract/vendor/page.ts'
import { VendorFailure } from '#server/vendor/vendor.ts'
import type { WalkPlace } from './catalog-cache.ts'
import type { CatalogPage, CatalogRow } from './catalog-page.ts'

export interface WalkDeps {
  readonly clock: Clock
  /** From 0 to 1. */
  readonly random: () => number
  readonly ask: (page: number) => Promise<CatalogPage>
  /** How many of the rows this walk has not seen before. */
  readonly fresh: (rows: readonly CatalogRow[]) => number
  /** Takes a page in, with how far the walk is then. */
  readonly take: (rows: readonly CatalogRow[], place: WalkPlace) => Promise<void>
  /** Why the walk does not get on; undefined when it does. */
  readonly trouble: (failure: VendorFailure | undefined) => void
  /** Between two pages, in milliseconds. */
  readonly pauseMs: number
  /** After so many failures in a row the walk is given up; it never is where this is left out. */
  readonly giveUpAfter?: number
}

/**
 * `moved`: rows came twice, or their number changed on the way, so that one may have slipped by between two pages.
 * `short`: the vendor speaks of more than it shows.
 */
export type WalkEnd = 'whole' | 'moved' | 'short' | 'given-up'

const second = 1000
const backoffMs = [2 * second, 5 * second, 15 * second, 60 * second, 300 * second]
/** A vendor that asks for more is asked again after that. */
const waitAtMostMs = 3600 * second
const looksAtEmpty = 3
const passOverAfter = 4
const staleAtMost = 3

export const firstPlace = (walk: number): WalkPlace => ({
  walk,
  page: 1,
  seen: 0,
  rows: 0,
  total: null,
  hasMoved: false,
  holes: 0,
  stale: 0,
})

/**
 * Goes over all pages of a list, one at a time. unspecified: `last_page` may be wrong, a page may come twice or be
 * empty by mistake, rows move between pages while we walk. So pages are counted here, and a list ends where a page is
 * empty, where three bring nothing new, or where what was seen agrees with what the vendor says there is.
 * @returns nothing where the signal aborted it. Whatever `take` throws ends it too.
 */
export async function walkPages(deps: WalkDeps, start: WalkPlace, closing: AbortSignal): Promise<WalkEnd | undefined> {
  const { clock, random, ask, trouble, pauseMs, giveUpAfter = Number.POSITIVE_INFINITY } = deps
  const jittered = (ms: number) => ms * (0.9 + 0.2 * random())
  let place = start
  let failures = 0

  while (!closing.aborted) {
    // One page that always fails must not hide those after it; but where the next one fails too, it is the vendor.
    const isPassing = failures >= passOverAfter && failures % 2 === 0
    const page = place.page + (isPassing ? 1 : 0)
    try {
      const found = await ask(page)
      if (closing.aborted) break
      const isDoubtful = found.rows.length === 0 && place.rows < (found.total ?? place.total ?? 0)
      if (isDoubtful && failures < looksAtEmpty) throw leftEmpty()
      const fresh = deps.fresh(found.rows)
      place = onward(place, found, fresh, page)
      await deps.take(found.rows, place)
      failures = 0
      trouble(undefined)
      if (hasEnded(place, found, fresh)) return endOf(place)
      await clock.sleep(jittered(pauseMs), closing)
    } catch (error) {
      if (!(error instanceof VendorFailure)) throw error
      failures += 1
      trouble(error)
      if (failures >= giveUpAfter) return 'given-up'
      const wait = jittered(backoffMs[failures - 1] ?? backoffMs.at(-1) ?? waitAtMostMs)
      await clock.sleep(Math.min(Math.max(wait, error.retryAfterMs ?? 0), waitAtMostMs), closing)
    }
  }
  return undefined
}

const leftEmpty = () => new VendorFailure('unreadable', 'The vendor service left out a part of its list.', 200)

function onward(place: WalkPlace, { rows, total }: CatalogPage, fresh: number, page: number): WalkPlace {
  const isStale = rows.length > 0 && fresh === 0
  return {
    walk: place.walk,
    page: page + 1,
    seen: place.seen + fresh,
    rows: place.rows + rows.length,
    total: total ?? place.total,
    // On the first page the total is that of the walk before.
    hasMoved: place.hasMoved || (place.page > 1 && place.total !== null && total !== null && total !== place.total),
    holes: place.holes + page - place.page,
    stale: isStale ? place.stale + 1 : rows.length > 0 ? 0 : place.stale,
  }
}

function hasEnded(place: WalkPlace, { rows, lastPage }: CatalogPage, fresh: number): boolean {
  if (rows.length === 0 || place.stale >= staleAtMost || place.page > lastPageThinkable) return true
  const isSaidToEnd = lastPage !== null && place.page > lastPage && place.total !== null && place.rows >= place.total
  // A full page may have another behind it, whatever is said.
  return isSaidToEnd && (rows.length < perPageLimit || fresh === 0)
}

function endOf({ holes, seen, rows, stale, hasMoved, total }: WalkPlace): WalkEnd {
  const all = total ?? 0
  if (holes > 0 || rows < all || (seen < all && stale > 0)) return 'short'
  return hasMoved || seen < all ? 'moved' : 'whole'
}
