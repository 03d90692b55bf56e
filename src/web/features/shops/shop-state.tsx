import type { ShopSummary } from '#contract/desk/shops.ts'
import { serverNow } from '#web/api/http/server-clock.ts'
import { Icon } from '#web/components/icon.tsx'
import { ServiceText } from '#web/components/text.tsx'
import { formatSent } from '#web/format/times.ts'
import { Money } from '#web/format/value.tsx'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import type { ReactNode } from 'react'
import { otherDay } from './shop-day.ts'
import { alarmsOf, isUnanswered, troubledPrinters } from './shop-needs.ts'

interface ShopStateProps {
  readonly summary: ShopSummary
}

const inks = { red: 'text-red', amber: 'text-amber', good: 'text-good', soft: 'text-soft' }

interface SignProps {
  readonly ink: keyof typeof inks
  readonly children: ReactNode
}

/** A state in words. One that needs somebody has a sign as well, because a colour alone does not say it. */
const Sign = ({ ink, children }: SignProps) => (
  <p className={`flex min-w-0 items-center gap-1.5 ${inks[ink]}`}>
    {(ink === 'red' || ink === 'amber') && <Icon name="warning" className="size-4 shrink-0" />}
    <span className="min-w-0 wrap-anywhere">{children}</span>
  </p>
)

/** What a shop's desk says of itself: four cells of a row. */
export const ShopState = ({ summary }: ShopStateProps) => (
  <>
    <Waiting summary={summary} />
    <Sound summary={summary} />
    <Trouble summary={summary} />
    <Today summary={summary} />
  </>
)

interface OldShopStateProps extends ShopStateProps {
  /** When the desk said it. */
  readonly since: string
  /** In place of the sound, the printers and the alarms, which may be different by now. */
  readonly children: ReactNode
}

/** What a shop's desk last said of itself, in as many cells. Nothing of it is in a colour. */
export function OldShopState({ summary: { waiting, today }, since, children }: OldShopStateProps) {
  const t = useTranslate()
  const time = formatSent(since, useLanguage(), t, { isShort: true })
  return (
    <>
      <div className={cell}>
        <p className={waiting > 0 ? 'text-lg font-bold' : ''}>{t('shops.waiting', { count: waiting })}</p>
        <p className="text-sm">{t('shops.asOf', { time })}</p>
      </div>
      <div className="flex min-w-0 flex-wrap items-center justify-between gap-2 leading-tight max-wide:order-last max-wide:col-span-full wide:col-span-2">
        {children}
      </div>
      <div className={todayCell}>
        <p className="text-soft wide:basis-full">{t('shops.ordersBy', { count: today.orders, time })}</p>
        <Sales sales={today.sales} />
      </div>
    </>
  )
}

const cell =
  'leading-tight text-soft max-wide:flex max-wide:flex-wrap max-wide:items-baseline max-wide:gap-x-2 max-wide:col-span-full'
const todayCell = 'flex min-w-0 flex-wrap items-baseline gap-x-2 leading-tight max-wide:col-span-full'

const minuteMs = 60_000

function Waiting({ summary }: ShopStateProps) {
  const t = useTranslate()
  const { waiting, waiting_since: since } = summary
  if (waiting === 0) return <p className="text-soft">{t('shops.waiting', { count: 0 })}</p>
  const now = serverNow()
  const minutes = Math.max(0, Math.floor((now - Date.parse(since ?? '')) / minuteMs))
  const ink = isUnanswered(summary, now) ? 'text-red' : 'text-accent'
  return (
    <div className={`leading-tight max-wide:flex max-wide:flex-wrap max-wide:items-baseline max-wide:gap-x-2 ${ink}`}>
      <p className="text-lg font-bold">{t('shops.waiting', { count: waiting })}</p>
      {since !== null && <p className="text-sm">{t('shops.oldest', { minutes })}</p>}
    </div>
  )
}

function Sound({ summary: { waiting, counters } }: ShopStateProps) {
  const t = useTranslate()
  if (counters.ringing > 0) {
    return <Sign ink="good">{t('shops.soundOn')}</Sign>
  }
  return <Sign ink={waiting > 0 ? 'red' : 'amber'}>{t(counters.there > 0 ? 'shops.soundOff' : 'shops.noTablet')}</Sign>
}

/** How many problems of a kind are named; the desk itself shows all. */
const named = 1

/** Printers and alarms. */
function Trouble({ summary }: ShopStateProps) {
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
          <Sign key={name} ink={is === 'paper_low' ? 'amber' : 'red'}>
            <ServiceText>{name}</ServiceText>: {t(`shops.printer.${is ?? 'other'}`)}
            {alarms.length === 0 && rest}
          </Sign>
        ))
      )}
      {alarms.slice(0, named).map((code) => (
        <Sign key={code} ink="amber">
          {t(`shops.alarm.${code ?? 'other'}`)}
          {rest}
        </Sign>
      ))}
    </div>
  )
}

function Today({ summary: { today } }: ShopStateProps) {
  const t = useTranslate()
  const { orders: count, missed, sales } = today
  const day = otherDay(today.time_zone, serverNow(), useLanguage())
  return (
    <div className={todayCell}>
      <p className="wide:basis-full">
        {day === undefined ? t('shops.today', { count }) : t('shops.onDay', { count, day })}
      </p>
      {missed > 0 && <p className="text-sm text-amber">{t('shops.missed', { count: missed })}</p>}
      <Sales sales={sales} />
    </div>
  )
}

/** Null for a key that may not read reports. */
const Sales = ({ sales }: Pick<ShopSummary['today'], 'sales'>) => {
  const t = useTranslate()
  return sales?.map(({ currency, total }, index) => (
    <p key={currency} className="text-sm text-soft">
      {index === 0 && `${t('shops.sales')} `}
      <Money amount={Number(total)} currency={currency} />
    </p>
  ))
}
