import * as z from 'zod/mini'
import type { Clock } from '#contract/clock.ts'
import { isRecord } from '#contract/json.ts'
import { Integer } from '#contract/plain.ts'
import { readable, salvage, Unreadable } from '#contract/salvage.ts'
import { lastPageThinkable, perPageLimit } from '#contract/vendor/catalog-endpoints.ts'
import { editAnswer, type Vendor } from '#server/vendor/vendor.ts'
import { VendorFailure } from '#server/vendor/vendor-failure.ts'
import type { WalkPlace } from './catalog-cache.ts'

/** One page of a vendor list, as far as it could be read. */
interface CatalogPage {
  readonly rows: readonly CatalogRow[]
  /** The vendor's total for all pages, trusted only as far as the pages agree; null if unreadable. */
  readonly total: number | null
  readonly lastPage: number | null
}

export interface CatalogRow {
  readonly raw: unknown
  /** Its JSON, with every digit. */
  readonly text: string
}

const Claims = z.strictObject({ total: Integer, last_page: Integer })

/** Reads one page of a list, at the lowest urgency. @throws {VendorFailure} */
export async function readPage(
  vendor: Vendor,
  name: 'listItems' | 'listCategories',
  page: number,
): Promise<CatalogPage> {
  const query = { page: String(page), ...(name === 'listCategories' && { per_page: String(perPageLimit) }) }
  try {
    const answer = await vendor.call(name, { params: {}, query, urgency: 'list' })
    const rows = readable(salvage(z.array(z.unknown()), answer.body.data))
    if (!rows) throw new VendorFailure('unreadable', 'The vendor service sent no list.', 200)
    const texts = textsIn((edit) => editAnswer(answer, edit))
    const { meta } = answer.body as { readonly meta?: unknown } // `body` is a record; what it may hold is looked at.
    const claims = salvage(Claims, meta)
    const claimed = (claims && readable(claims)) ?? {}
    return {
      rows: rows.map((raw, place) => ({
        raw: raw instanceof Unreadable ? raw.raw : raw,
        text: texts[place] ?? 'null',
      })),
      total: count(claimed.total),
      lastPage: count(claimed.last_page),
    }
  } catch (error) {
    // unspecified: a page past the last may be a 404.
    const isPast = error instanceof VendorFailure && error.reason === 'not-found' && page > 1
    if (isPast) return { rows: [], total: null, lastPage: null }
    throw error
  }
}

const count = (value: unknown): number | null => (typeof value === 'number' && value >= 0 ? value : null)

/** Each member of `data` as its own JSON, parsed again to keep digits that a double cannot hold. */
function textsIn(read: (edit: (tree: unknown) => unknown) => string): readonly string[] {
  let texts: readonly string[] = []
  read((tree) => {
    const data = isRecord(tree) ? tree['data'] : undefined
    texts = Object.values(data ?? []).map((row) => JSON.stringify(row))
    return null
  })
  return texts
}

export interface WalkDeps {
  readonly clock: Clock
  /** From 0 to 1. */
  readonly random: () => number
  readonly ask: (page: number) => Promise<CatalogPage>
  /** How many of the rows are new to this walk. */
  readonly fresh: (rows: readonly CatalogRow[]) => number
  /** Stores a page, with the walk's progress. */
  readonly take: (rows: readonly CatalogRow[], place: WalkPlace) => Promise<void>
  /** Reports why the walk is stuck, or undefined when it continues. */
  readonly onFailure: (failure: VendorFailure | undefined) => void
  /** Between two pages, in milliseconds. */
  readonly pauseMs: number
  /** The walk is given up after this many consecutive failures; without it, never. */
  readonly giveUpAfter?: number
}

/**
 * `moved`: rows repeated or the total changed, so that an item may have slipped between two pages. `short`: the
 * vendor's total is higher than what it listed.
 */
export type WalkEnd = 'whole' | 'moved' | 'short' | 'given-up'

const second = 1000
const backoffMs = [2 * second, 5 * second, 15 * second, 60 * second, 300 * second]
/** A longer wait that the vendor asks for is cut to this. */
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
 * Walks over all pages of a list, one at a time. unspecified: `last_page` may be wrong, a page may repeat or be empty
 * by mistake, rows may move between pages. So pages are counted here, and a list ends at an empty page, after three
 * pages without new items, or when the count agrees with the vendor's total. Also ends with whatever `take` throws.
 * @returns undefined if the signal aborted it.
 */
export async function walkPages(deps: WalkDeps, start: WalkPlace, closing: AbortSignal): Promise<WalkEnd | undefined> {
  const { clock, random, ask, onFailure, pauseMs, giveUpAfter = Number.POSITIVE_INFINITY } = deps
  const jittered = (ms: number) => ms * (0.9 + 0.2 * random())
  let place = start
  let failures = 0

  while (!closing.aborted) {
    // A page that always fails must not hide those after it; but if the next one fails too, the vendor itself is
    // failing.
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
      onFailure(undefined)
      if (hasEnded(place, found, fresh)) return endOf(place)
      await clock.sleep(jittered(pauseMs), closing)
    } catch (error) {
      if (!(error instanceof VendorFailure)) throw error
      failures += 1
      onFailure(error)
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
  const isClaimedEnd = lastPage !== null && place.page > lastPage && place.total !== null && place.rows >= place.total
  // A full page may have another one after it, whatever the vendor says.
  return isClaimedEnd && (rows.length < perPageLimit || fresh === 0)
}

function endOf({ holes, seen, rows, stale, hasMoved, total }: WalkPlace): WalkEnd {
  const all = total ?? 0
  if (holes > 0 || rows < all || (seen < all && stale > 0)) return 'short'
  return hasMoved || seen < all ? 'moved' : 'whole'
}
