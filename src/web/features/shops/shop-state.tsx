import type { ShopSummary } from '#contract/desk/shops.ts'
import { serverNow } from '#web/api/http/server-clock.ts'
import { Icon } from '#web/components/icon.tsx'
import { ServiceText } from '#web/components/text.tsx'
import { Money } from '#web/format/value.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import type { ReactNode } from 'react'
import { alarmsOf, isUnanswered, troubledPrinters } from './shop-needs.ts'

interface ShopStateProps {
  readonly summary: ShopSummary
  /** It may be different by now, so nothing of it is in a colour. */
  readonly isOld: boolean
}

const inks = { red: 'text-red', amber: 'text-amber', good: 'text-good', soft: 'text-soft' }

interface SignProps {
  readonly ink: keyof typeof inks
  readonly isOld: boolean
  readonly children: ReactNode
}

/** A state in words. One that needs somebody has a sign as well, because a colour alone does not say it. */
const Sign = ({ ink, isOld, children }: SignProps) => (
  <p className={`flex min-w-0 items-center gap-1.5 ${isOld ? 'text-soft' : inks[ink]}`}>
    {(ink === 'red' || ink === 'amber') && <Icon name="warning" className="size-4 shrink-0" />}
    <span className="min-w-0 wrap-anywhere">{children}</span>
  </p>
)

/** What a shop's desk last said of itself: four cells of a row. */
export const ShopState = ({ summary, isOld }: ShopStateProps) => (
  <>
    <Waiting summary={summary} isOld={isOld} />
    <Sound summary={summary} isOld={isOld} />
    <Trouble summary={summary} isOld={isOld} />
    <Today summary={summary} isOld={isOld} />
  </>
)

const minuteMs = 60_000

function Waiting({ summary, isOld }: ShopStateProps) {
  const t = useTranslate()
  const { waiting, waiting_since: since } = summary
  if (waiting === 0) return <p className="text-soft">{t('shops.waiting', { count: 0 })}</p>
  const now = serverNow()
  const minutes = Math.max(0, Math.floor((now - Date.parse(since ?? '')) / minuteMs))
  const ink = isUnanswered(summary, now) ? 'text-red' : 'text-accent'
  return (
    <div
      className={`leading-tight max-wide:flex max-wide:flex-wrap max-wide:items-baseline max-wide:gap-x-2 ${isOld ? 'text-soft' : ink}`}
    >
      <p className="text-lg font-bold">{t('shops.waiting', { count: waiting })}</p>
      {since !== null && !isOld && <p className="text-sm">{t('shops.oldest', { minutes })}</p>}
    </div>
  )
}

function Sound({ summary: { waiting, counters }, isOld }: ShopStateProps) {
  const t = useTranslate()
  if (counters.ringing > 0) {
    return (
      <Sign ink="good" isOld={isOld}>
        {t('shops.soundOn')}
      </Sign>
    )
  }
  return (
    <Sign ink={waiting > 0 ? 'red' : 'amber'} isOld={isOld}>
      {t(counters.there > 0 ? 'shops.soundOff' : 'shops.noTablet')}
    </Sign>
  )
}

/** How many problems of a kind are named; the desk itself shows all. */
const named = 1

/** Printers and alarms. */
function Trouble({ summary, isOld }: ShopStateProps) {
  const t = useTranslate()
  const printers = troubledPrinters(summary)
  const alarms = alarmsOf(summary)
  const more = Math.max(0, printers.length - named) + Math.max(0, alarms.length - named)
  const rest = more > 0 && <span className="text-soft"> · {t('shops.more', { count: more })}</span>
  return (
    <div className="min-w-0 leading-tight max-wide:col-span-full">
      {printers.length === 0 ? (
        <p className="text-soft max-wide:sr-only">
          {t(summary.printers.length === 0 ? 'shops.noPrinter' : 'shops.printersReady')}
        </p>
      ) : (
        printers.slice(0, named).map(({ name, is }) => (
          <Sign key={name} ink={is === 'paper_low' ? 'amber' : 'red'} isOld={isOld}>
            <ServiceText>{name}</ServiceText>: {t(`shops.printer.${is ?? 'other'}`)}
            {alarms.length === 0 && rest}
          </Sign>
        ))
      )}
      {alarms.slice(0, named).map((code) => (
        <Sign key={code} ink="amber" isOld={isOld}>
          {t(`shops.alarm.${code ?? 'other'}`)}
          {rest}
        </Sign>
      ))}
    </div>
  )
}

function Today({ summary: { today }, isOld }: ShopStateProps) {
  const t = useTranslate()
  const { orders, missed, sales } = today
  return (
    <div className="flex min-w-0 flex-wrap items-baseline gap-x-2 leading-tight max-wide:col-span-full">
      <p className={`wide:basis-full ${isOld ? 'text-soft' : ''}`}>{t('shops.today', { count: orders })}</p>
      {missed > 0 && (
        <p className={`text-sm ${isOld ? 'text-soft' : 'text-amber'}`}>{t('shops.missed', { count: missed })}</p>
      )}
      {sales?.map(({ currency, total }) => (
        <p key={currency} className="text-sm text-soft">
          <Money amount={Number(total)} currency={currency} />
        </p>
      ))}
    </div>
  )
}
