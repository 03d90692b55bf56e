import type { NamedOrder, Reason, Shift } from '#contract/desk/shift.ts'
import { paths } from '#contract/screen-paths.ts'
import { Digits, ServiceText } from '#web/components/text.tsx'
import { reasonWords } from '#web/format/reason-words.ts'
import { Count } from '#web/format/value.tsx'
import { formatNumber } from '#web/i18n/format.ts'
import { type Translate, useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

/** A duration in minutes and seconds. */
export function durationWords(ms: number, t: Translate): string {
  const seconds = Math.round(ms / 1000)
  if (seconds < 60) return t('reports.seconds', { seconds })
  return t('reports.minutes', { minutes: Math.floor(seconds / 60), seconds: seconds % 60 })
}

/** The median of fewer answers tells nothing about a shift. */
export const usualFrom = 5

/** The numbers of a shift, each with its meaning: all orders, what they add up from, times. */
export function ShiftFigures({ shift }: { readonly shift: Shift }) {
  const t = useTranslate()
  const { first_answer: first, asked = 0 } = shift
  const isUsual = first.count >= usualFrom
  const time = (ms: number | null) => (ms === null ? '—' : durationWords(ms, t))
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-5 tablet:grid-cols-4 print:gap-y-2">
      <Figure name={t('reports.heard')}>
        <Count of={shift.heard} />
      </Figure>
      <Figure name={t('reports.accepted')} hint={shift.ready > 0 && t('reports.readyOf', { count: shift.ready })}>
        <Count of={shift.accepted} />
      </Figure>
      <Figure name={t('reports.rejected')} hint={asked > 0 && t('reports.asked', { count: asked })}>
        <Count of={shift.rejected} />
      </Figure>
      <Figure
        name={t('reports.missed')}
        hint={shift.missed > 0 && <Missed shift={shift} />}
        isBad={shift.missed > 0}
        isWide={shift.missed > 0}
      >
        <Count of={shift.missed} />
      </Figure>
      <Figure name={t('reports.waiting')} hint={shift.waiting > 0 && t('reports.waitingHint')}>
        <Count of={shift.waiting} />
      </Figure>
      <Figure name={t('reports.other')} hint={shift.other > 0 && t('reports.otherHint')}>
        <Count of={shift.other} />
      </Figure>
      <Figure
        name={t('reports.median')}
        hint={t(isUsual ? 'reports.medianHint' : 'reports.medianFrom', { count: isUsual ? first.count : usualFrom })}
      >
        {isUsual ? time(first.median_ms) : '—'}
      </Figure>
      <Figure
        name={t('reports.slowest')}
        hint={
          first.slowest_ms === null
            ? t('reports.medianFrom', { count: 1 })
            : first.slowest && <OrderLink order={first.slowest} />
        }
      >
        {time(first.slowest_ms)}
      </Figure>
    </dl>
  )
}

/** The missed orders, with links to the latest. */
function Missed({ shift: { missed, missed_orders: named = [] } }: { readonly shift: Shift }) {
  const t = useTranslate()
  return (
    <>
      <p>{t('reports.missedHint')}</p>
      {named.length > 0 && (
        <ul className="flex flex-wrap items-center gap-2 print:gap-x-4 print:gap-y-0">
          {named.map((order) => (
            <li key={order.order_id} className="min-w-0">
              <OrderLink order={order} />
            </li>
          ))}
          {missed > named.length && <li>{t('reports.missedBefore', { count: missed - named.length })}</li>}
        </ul>
      )}
    </>
  )
}

const OrderLink = ({ order: { order_id: id, number } }: { readonly order: NamedOrder }) => (
  <Link
    to={paths.order(id)}
    className="inline-flex min-h-12 min-w-12 items-center underline wrap-anywhere print:min-h-0 print:min-w-0"
  >
    <Digits>{number ?? id}</Digits>
  </Link>
)

interface FigureProps {
  readonly name: string
  readonly hint?: ReactNode
  readonly isBad?: boolean
  /** Takes a full row, because it lists many entries. */
  readonly isWide?: boolean
  readonly children: ReactNode
}

/** A number with its name above and its meaning below. */
export const Figure = ({ name, hint, isBad = false, isWide = false, children }: FigureProps) => (
  <div className={isWide ? 'col-span-full' : 'min-w-0'}>
    <dt className="text-sm font-semibold text-soft">{name}</dt>
    <dd>
      <p className={`text-xl font-bold tabular-nums ${isBad ? 'text-red' : ''}`}>{children}</p>
      {hint && <div className="text-sm text-faint">{hint}</div>}
    </dd>
  </div>
)

/** Why this store rejected orders, the most frequent reason first. */
export function ShiftReasons({ reasons }: { readonly reasons: readonly Reason[] }) {
  const t = useTranslate()
  const language = useLanguage()
  return (
    <table className="w-full text-start">
      <caption className="pb-2 text-start font-bold text-soft">{t('reports.reasons')}</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">{t('reports.reason')}</th>
          <th scope="col">{t('reports.times')}</th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {reasons.map((reason) => (
          <tr key={`${reason.id} ${reason.code}`}>
            <th scope="row" className="py-2 pe-4 text-start font-normal print:py-0">
              <ServiceText>{reasonWords(reason, t) ?? t('reports.ownWords')}</ServiceText>
            </th>
            <td className="w-16 py-2 text-end font-semibold print:py-0">
              <Digits>{formatNumber(reason.count, language)}</Digits>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
