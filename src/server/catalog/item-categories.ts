import { isRecord } from '#contract/json.ts'
import { readable, salvage } from '#contract/salvage.ts'
import { CatalogItem } from '#contract/vendor/catalog.ts'

/** The categories of a catalog item; undefined if one is not known, or if there is none. */
export function categoriesOf(item: unknown): readonly number[] | undefined {
  const sent = isRecord(item) ? item['category_ids'] : undefined
  const ids = readable(salvage(CatalogItem.shape.category_ids, sent))
  const known = ids?.filter((id) => typeof id === 'number')
  return known && known.length > 0 && known.length === ids?.length ? known : undefined
}
