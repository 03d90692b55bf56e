import { serverTimeOf } from '#web/api/http/server-clock.ts'
import type { OrderView } from '#web/api/order.ts'
import { urgencyInks } from '#web/features/orders/time/time-left.ts'
import { Digits, Message } from '#web/components/text.tsx'
import { useTimeLeft } from '#web/features/orders/time/time-left.ts'
import { orderNumber } from '#domain/order-number.ts'
import { formatCountdown, formatTime } from '#web/i18n/format.ts'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'

/** Shown at an address whose order id is invalid. */
export function BadId() {
  const t = useTranslate()
  return (
    <Message role="alert" look="red">
      {t('order.badId')}
    </Message>
  )
}

/** Marks outdated data. `since` is on the page's steady clock. */
export function Stale({ since }: { readonly since: number }) {
  const t = useTranslate()
  const language = useLanguage()
  return (
    <Message role="status" look="amber">
      {t('order.stale', { time: formatTime(serverTimeOf(since), language) })}
    </Message>
  )
}

/** The order's number and time left inside a dialog, which may cover both. */
export function OrderRequested({ view }: { readonly view: OrderView }) {
  const t = useTranslate()
  const language = useLanguage()
  const left = useTimeLeft(view)
  return (
    <p className="flex min-w-0 flex-wrap items-baseline justify-end gap-x-3 font-bold">
      <Digits className="min-w-0 truncate">{orderNumber(view.order)}</Digits>
      {view.lane === 'answer' && left && (
        <span role="timer" aria-label={t('time.left')} className={urgencyInks[left.urgency]}>
          <Digits>{formatCountdown(left.seconds, language)}</Digits>
        </span>
      )}
    </p>
  )
}
