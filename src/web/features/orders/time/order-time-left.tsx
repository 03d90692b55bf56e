import type { Urgency } from '#domain/urgency.ts'
import { Digits } from '#web/components/text.tsx'
import { formatCountdown } from '#web/i18n/format.ts'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import { type TimedOrder, urgencyInks, useTimeLeft } from './time-left.ts'

interface CountdownRingProps {
  /** From 0 to 1. */
  readonly share: number
  readonly urgency: Urgency
  readonly time: string
}

const around = 2 * Math.PI * 46

/** The time left as a ring that empties, with minutes and seconds inside. */
const CountdownRing = ({ share, urgency, time }: CountdownRingProps) => (
  <span className={`${urgencyInks[urgency]} relative grid size-20 shrink-0 place-items-center`}>
    <svg viewBox="0 0 100 100" className="absolute inset-0 -rotate-90" fill="none" strokeWidth="6" aria-hidden="true">
      <circle cx="50" cy="50" r="46" className="stroke-line" />
      <circle cx="50" cy="50" r="46" stroke="currentColor" strokeDasharray={`${share * around} ${around}`} />
    </svg>
    {/* Longer times are set smaller, because they would touch the ring. */}
    <Digits className={`${time.length < 5 ? 'text-lg' : 'text-base'} font-bold`}>{time}</Digits>
  </span>
)

/** Shows the time left to answer an order. */
export function OrderTimeLeft({ view }: { readonly view: TimedOrder }) {
  const t = useTranslate()
  const language = useLanguage()
  const left = useTimeLeft(view)
  if (!left) return null
  return (
    <div role="timer" aria-label={t('time.left')}>
      <CountdownRing share={left.share} urgency={left.urgency} time={formatCountdown(left.seconds, language)} />
    </div>
  )
}

/** Says that the time to answer has passed. It has a line of its own, because it would crush the number beside it. */
export function TimeOver({ view }: { readonly view: TimedOrder }) {
  const t = useTranslate()
  const left = useTimeLeft(view)
  if (left?.seconds !== 0) return null
  return (
    <p className="flex basis-full flex-wrap gap-x-3 text-sm leading-6 text-soft">
      <strong className="text-base text-red">{t('time.over')}</strong>
      <span className="max-tablet:sr-only">{t('time.overHint')}</span>
    </p>
  )
}
