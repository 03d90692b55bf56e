import * as z from 'zod/mini'
import type { Clock } from '#contract/clock.ts'
import { readable, salvage } from '#contract/salvage.ts'
import { Category } from '#contract/vendor/catalog.ts'
import type { Vendor } from '#server/vendor/vendor.ts'
import { readPage, type CatalogRow } from './catalog-page.ts'
import type { CategoryLink } from './catalog-tree.ts'
import { firstPlace, walkPages, type WalkDeps } from './catalog-walk.ts'

export interface CategoryDeps extends Pick<WalkDeps, 'random' | 'onFailure' | 'pauseMs'> {
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
