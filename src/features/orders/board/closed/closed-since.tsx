import { orderOfRow } from '#client/order.ts'
import type { OrderRow } from '#contract/desk/inbox.ts'
import { possibleMoments } from '#contract/moment.ts'
import { readable } from '#contract/salvage.ts'
import { formatSent } from '#reading/format-sent.ts'
import { formatWhen } from '#reading/format-when.ts'
import { useToday } from '#reading/is-today.ts'
import { useLanguage, useWords } from '#words/words.tsx'

/** Since when an order is over; where the service does not say, when the desk first heard of it. */
export function ClosedSince({ row }: { readonly row: OrderRow }) {
  const say = useWords()
  const language = useLanguage()
  useToday()
  const since = readable(readable(orderOfRow(row).status)?.created_at)
  return (
    <span className="block text-sm text-soft">
      {since && possibleMoments(since)
        ? say('order.statusSince', { time: formatSent(since, language, say, { isShort: true }) })
        : `${say('order.placed')} ${formatWhen(Date.parse(row.received_at), language)}`}
    </span>
  )
}
