import { orderOfRow } from '#client/order.ts'
import type { OrderRow } from '#contract/desk/inbox.ts'
import { momentOf } from '#contract/moment.ts'
import { readable } from '#contract/salvage.ts'
import { formatWhen } from '#reading/format-when.ts'
import { useLanguage, useWords } from '#words/words.tsx'

/** Since when an order is over; where the service does not say, when the desk first heard of it. */
export function ClosedSince({ row }: { readonly row: OrderRow }) {
  const say = useWords()
  const language = useLanguage()
  const since = momentOf(readable(readable(orderOfRow(row).status)?.created_at) ?? undefined)
  const time = formatWhen(since ?? Date.parse(row.received_at), language)
  return (
    <span className="block text-sm text-soft">
      {since === undefined ? `${say('order.placed')} ${time}` : say('order.statusSince', { time })}
    </span>
  )
}
