import type { OrderView } from '#web/api/order.ts'
import { useTimeLeft } from '#web/features/orders/time/use-time-left.ts'
import { orderNumber } from '#web/format/order-number.ts'
import { urgencyInks } from '#web/components/countdown-ring.tsx'
import { Digits } from '#web/components/text.tsx'
import { formatCountdown } from '#web/i18n/format.ts'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'

/** Which order a dialog asks about, and how long it can still wait: the dialog may cover both. */
export function OrderAsked({ view }: { readonly view: OrderView }) {
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
