import { Unreadable } from '#contract/salvage.ts'
import type { ItemsPage } from '#web/features/catalog/items/item-queries.ts'
import { keyOf, type ItemRow } from '#web/format/item.ts'
import { useQueryClient } from '@tanstack/react-query'

/** The item as a list showed it, where one did. */
export function useItemOnList(itemId: string): ItemRow | undefined {
  const queries = useQueryClient()
  const lists = queries.getQueriesData<ItemsPage>({ queryKey: ['catalog', 'items'] })
  return lists
    .flatMap(([, page]) => page?.rows ?? [])
    .find((row): row is ItemRow => !(row instanceof Unreadable) && keyOf(row) === itemId)
}
