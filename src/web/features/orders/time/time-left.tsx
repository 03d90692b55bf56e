import { serverNow, useServerNow } from '#web/api/http/server-clock.ts'
import type { OrderView } from '#web/api/order.ts'
import { sessionQuery } from '#web/api/session.ts'
import { CountdownRing } from '#web/components/countdown-ring.tsx'
import { formatCountdown } from '#web/i18n/format.ts'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import { respondBy, timeLeft, type TimeLeft } from './deadline.ts'
import { useQuery } from '@tanstack/react-query'

type Asked = Pick<OrderView, 'order'> & { readonly row: Pick<NonNullable<OrderView['row']>, 'respond_by'> | undefined }

function useRespondBy({ order, row }: Asked) {
  const { data: session } = useQuery(sessionQuery())
  const windowSeconds = session?.response_window_seconds
  const until = windowSeconds === undefined ? undefined : respondBy(row?.respond_by, order, windowSeconds)
  return until === undefined || windowSeconds === undefined ? undefined : { until, windowSeconds }
}

/** How long an order can still wait, told again each second. */
export function useTimeLeft(asked: Asked): TimeLeft | undefined {
  const deadline = useRespondBy(asked)
  const now = useServerNow()
  return deadline && timeLeft(deadline.until, deadline.windowSeconds, now)
}

/** The same, asked when it is wanted and not while drawing. */
export function useAskTimeLeft(asked: Asked): () => TimeLeft | undefined {
  const deadline = useRespondBy(asked)
  return () => deadline && timeLeft(deadline.until, deadline.windowSeconds, serverNow())
}

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
