import { salvage, Unreadable, type Salvaged } from '#contract/salvage.ts'
import { CatalogItem } from '#contract/vendor/catalog.ts'
import { itemKeyOf } from '#contract/vendor/item-key.ts'
import * as z from 'zod/mini'

// Names are kept as they came: there may be more languages in them than the specification shows, or none at all.
const name = z.unknown()

const Item = z.strictObject({ ...CatalogItem.shape, name, description: name })
export type ItemRow = Salvaged<z.infer<typeof Item>>

/** An item as far as it can be read; it has no certain id. */
export const readItem = (raw: unknown): ItemRow | Unreadable => salvage(Item, raw) ?? new Unreadable(raw)

/** The id that an item has in addresses. @returns nothing where it has none. */
export const keyOf = ({ id }: ItemRow): string | undefined => itemKeyOf(id instanceof Unreadable ? id.raw : id)
