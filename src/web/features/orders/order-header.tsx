import { DismissOrder } from './dismiss-order.tsx'
import { readable } from '#contract/salvage.ts'
import { Digits, ServiceText } from '#web/components/text.tsx'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import { formatSent, useToday } from '#web/format/times.ts'
import { orderNumber } from '#web/format/order-number.ts'
import { isUnread, type OrderView } from '#web/api/order.ts'
import { StatusBadge } from './status/status-badge.tsx'
import { OrderTimeLeft } from '#web/features/orders/time/time-left.tsx'
import { Value } from '#web/format/value.tsx'

/** The order's number, customer, status and time left, in the largest type on the screen. */
export function OrderHeader({ view }: { readonly view: OrderView }) {
  const { order, lane, row } = view
  const t = useTranslate()
  const language = useLanguage()
  useToday()
  const since = readable(readable(order.status)?.created_at)
  const customer = readable(order.customer)
  return (
    <header className="order-head">
      <div className="min-w-0">
        <h1 className="line-clamp-2 text-2xl font-extrabold">
          <Digits>{orderNumber(order)}</Digits>
        </h1>
        {/* Aligned with the interface's direction, but truncated in the name's own. */}
        <p className="text-left text-lg rtl:text-right">
          <span className="sr-only">{t('order.customer')} </span>
          {customer ? (
            <Value of={customer.name}>{(name) => <ServiceText className="line-clamp-3">{name}</ServiceText>}</Value>
          ) : (
            <Value of={order.customer} />
          )}
        </p>
        <p className="mt-2 flex flex-wrap items-center gap-3">
          {!isUnread(view) && <StatusBadge order={order} />}
          {since && (
            <span className="text-sm text-soft">
              {t('order.statusSince', { time: formatSent(since, language, t, { isShort: true }) })}
            </span>
          )}
        </p>
        {lane !== 'answer' && row?.problem && <DismissOrder row={row} />}
      </div>
      {lane === 'answer' && <OrderTimeLeft view={view} />}
    </header>
  )
}
