import type { OrderRow } from '#contract/desk/inbox.ts'
import { readable } from '#contract/salvage.ts'
import { orderItems, type ReadOrder } from '#contract/vendor/order.ts'
import { flatten } from '#web/format/customer-notes.ts'
import type { WordKey } from '#web/i18n/translations.tsx'

/** What a glance at a card must not miss, beside its number and its time. */
export type Tag = Extract<WordKey, `tag.${string}`>

/** How it is paid, in the service's words; by its key where it has no title. */
export function paymentOf(order: ReadOrder): string | undefined {
  const method = readable(order.payment_method)
  return readable(method?.title)?.trim() || readable(method?.key)?.trim() || undefined
}

export function tagsOf({ is_digital: isDigital }: Pick<OrderRow, 'is_digital'>, order: ReadOrder): readonly Tag[] {
  const tags: Tag[] = []
  const hasNotes = orderItems(order).some((line) => flatten(readable(line)?.customizations).wishes.length > 0)
  if (hasNotes) tags.push('tag.wishes')
  if (isDigital) tags.push('tag.digital')
  if (order.is_pickup === true) tags.push('tag.pickup')
  if (order.is_pickup === false) tags.push('tag.delivery')
  return tags
}
