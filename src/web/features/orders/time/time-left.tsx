import { CountdownRing } from '#web/components/countdown-ring.tsx'
import { formatCountdown } from '#web/i18n/format.ts'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import type { OrderView } from '#web/api/order.ts'
import { useTimeLeft } from './use-time-left.ts'

/** How long an order that waits for its answer can still wait. */
export function OrderTimeLeft({ view }: { readonly view: OrderView }) {
  const t = useTranslate()
  const language = useLanguage()
  const left = useTimeLeft(view)
  if (!left) return null
  const isOver = left.seconds === 0
  return (
    <div className="flex shrink-0 items-center gap-3 max-tablet:flex-col max-tablet:items-end">
      <div role="timer" aria-label={t('time.left')}>
        <CountdownRing share={left.share} urgency={left.urgency} time={formatCountdown(left.seconds, language)} />
      </div>
      <p className="max-w-48 text-sm text-soft max-tablet:max-w-28 max-tablet:text-end">
        {isOver ? (
          <>
            <strong className="block text-base text-red">{t('time.over')}</strong>
            <span className="max-tablet:sr-only">{t('time.overHint')}</span>
          </>
        ) : (
          <>
            <strong className="block text-base text-strong max-tablet:sr-only">{t('time.left')}</strong>
            <span className="max-tablet:sr-only">{t('time.estimate')}</span>
          </>
        )}
      </p>
    </div>
  )
}
