import { orderOfRow } from '#web/api/order.ts'
import type { OrderRow } from '#contract/desk/inbox.ts'
import { possibleMoments } from '#domain/moment.ts'
import { readable } from '#contract/salvage.ts'
import { formatSent } from '#web/format/format-sent.ts'
import { formatWhen } from '#web/format/format-when.ts'
import { useToday } from '#web/format/is-today.ts'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'

/** Since when an order is over; where the service does not say, when the desk first heard of it. */
export function ClosedSince({ row }: { readonly row: OrderRow }) {
  const t = useTranslate()
  const language = useLanguage()
  useToday()
  const since = readable(readable(orderOfRow(row).status)?.created_at)
  return (
    <span className="block text-sm text-soft">
      {since && possibleMoments(since)
        ? t('order.statusSince', { time: formatSent(since, language, t, { isShort: true }) })
        : `${t('order.placed')} ${formatWhen(Date.parse(row.received_at), language)}`}
    </span>
  )
}
