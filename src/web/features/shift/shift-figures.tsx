import type { NamedOrder, Shift } from '#contract/desk/shift.ts'
import { paths } from '#contract/screen-paths.ts'
import { Count } from '#web/format/count.tsx'
import { Digits } from '#web/components/text.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { durationWords } from './duration-words.ts'

/** The numbers of a shift, each with what it means. */
export function ShiftFigures({ shift }: { readonly shift: Shift }) {
  const t = useTranslate()
  const { first_answer: first, asked = 0 } = shift
  const time = (ms: number | null) => (ms === null ? t('shift.unknown') : durationWords(ms, t))
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-5 tablet:grid-cols-4">
      <Figure name={t('shift.heard')}>
        <Count of={shift.heard} />
      </Figure>
      <Figure name={t('shift.accepted')} hint={t('shift.readyOf', { count: shift.ready })}>
        <Count of={shift.accepted} />
      </Figure>
      <Figure name={t('shift.rejected')} hint={asked > 0 && t('shift.asked', { count: asked })}>
        <Count of={shift.rejected} />
      </Figure>
      <Figure name={t('shift.waiting')} hint={t('shift.waitingHint')}>
        <Count of={shift.waiting} />
      </Figure>
      <Figure name={t('shift.other')} hint={t('shift.otherHint')}>
        <Count of={shift.other} />
      </Figure>
      <Figure name={t('shift.median')} hint={t('shift.medianHint', { count: first.count })}>
        {time(first.median_ms)}
      </Figure>
      <Figure name={t('shift.slowest')} hint={first.slowest && <OrderLink order={first.slowest} />}>
        {time(first.slowest_ms)}
      </Figure>
      <Figure
        name={t('shift.missed')}
        hint={<Missed shift={shift} />}
        isBad={shift.missed > 0}
        isWide={shift.missed > 0}
      >
        <Count of={shift.missed} />
      </Figure>
    </dl>
  )
}

/** What counts as missed, and the latest of them, to be looked at. */
function Missed({ shift: { missed, missed_orders: named = [] } }: { readonly shift: Shift }) {
  const t = useTranslate()
  return (
    <>
      <p>{t('shift.missedHint')}</p>
      {named.length > 0 && (
        <ul className="flex flex-wrap items-center gap-2 print:gap-x-4 print:gap-y-0">
          {named.map((order) => (
            <li key={order.order_id} className="min-w-0">
              <OrderLink order={order} />
            </li>
          ))}
          {missed > named.length && <li>{t('shift.missedBefore', { count: missed - named.length })}</li>}
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
  /** It has a line of its own: what it names may be many. */
  readonly isWide?: boolean
  readonly children: ReactNode
}

const Figure = ({ name, hint, isBad = false, isWide = false, children }: FigureProps) => (
  <div className={isWide ? 'col-span-full' : 'min-w-0'}>
    <dt className="text-sm font-semibold text-soft">{name}</dt>
    <dd>
      <p className={`text-xl font-bold tabular-nums ${isBad ? 'text-red' : ''}`}>{children}</p>
      {hint && <div className="text-sm text-faint">{hint}</div>}
    </dd>
  </div>
)
