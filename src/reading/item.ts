import { salvage, Unreadable, type Salvaged } from '#contract/salvage.ts'
import { CatalogItem } from '#contract/vendor/catalog.ts'
import * as z from 'zod/mini'

// Names are kept as they came: there may be more languages in them than the specification shows, or none at all.
const name = z.unknown()

const Item = z.strictObject({ ...CatalogItem.shape, name, description: name })
export type ItemRow = Salvaged<z.infer<typeof Item>>

/** An item as far as it can be read; it has no certain id. */
export const readItem = (raw: unknown): ItemRow | Unreadable => salvage(Item, raw) ?? new Unreadable(raw)

const plainKey = /^[\w.:-]{1,64}$/

/** The id that an item has in addresses. unspecified: it may be a text. @returns nothing where it has none. */
export function keyOf({ id }: ItemRow): string | undefined {
  const key = id instanceof Unreadable ? id.raw : id
  return (typeof key === 'number' || typeof key === 'string') && plainKey.test(String(key)) ? String(key) : undefined
}
