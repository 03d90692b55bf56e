import type { Clock } from '#contract/clock.ts'
import { isRecord } from '#contract/json.ts'
import type { OrderRecord } from '#domain/order.ts'
import type { Catalog } from '#server/catalog/catalog.ts'
import { unlessLate } from '#server/runtime/tasks.ts'
import { unlessUnavailable } from './catalog-lookups.ts'
import { type LineCategories, lineCategoriesOf } from './role-rows.ts'

interface LineCategoriesDeps {
  readonly clock: Clock
  readonly matches: Catalog['matches']
}

/**
 * The catalog categories of an order's lines, for stations that show some categories only. A station shows a line without
 * them, so that it is better to send a row without than to wait.
 */
export function createLineCategories({ clock, matches }: LineCategoriesDeps) {
  /** By the order as the service sent it: its lines stay the same until it sends another. */
  const found = new WeakMap<object, { readonly categories: LineCategories; readonly isFinal: boolean }>()

  async function find(record: OrderRecord, order: object): Promise<void> {
    const known = await matches(order, false)
    const categories = lineCategoriesOf(record.orderId, order, known)
    // A catalog that is still being read may know more later.
    found.set(order, { categories, isFinal: known.catalog_state === 'whole' })
  }

  return {
    /** Looks them up in the catalog, unless that was done. Waits no longer than this; a later answer is kept as well. */
    async lookUp(record: OrderRecord, waitMs: number): Promise<void> {
      const { order } = record
      if (!isRecord(order) || found.get(order)?.isFinal) return
      await unlessLate(clock, waitMs, () => find(record, order)).catch(unlessUnavailable)
    },
    /** As far as they were looked up. */
    known: ({ order }: OrderRecord): LineCategories | undefined =>
      isRecord(order) ? found.get(order)?.categories : undefined,
  }
}
