import { paths } from '#contract/screen-paths.ts'
import { Button } from '#web/components/button.tsx'
import { Digits, Message, Skeleton } from '#web/components/text.tsx'
import { formatWhen } from '#web/format/times.ts'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import type { RehearsedOrder } from './rule-queries.ts'

interface RehearsedProps {
  readonly orders: readonly RehearsedOrder[]
}

/** How many orders would have been accepted, and why the others would not. */
export function RehearsalSummary({ orders }: RehearsedProps) {
  const t = useTranslate()
  const id = useId()
  if (orders.length === 0) return <p className="font-semibold">{t('rules.noOrders')}</p>
  const accepted = orders.filter(({ would_accept: would }) => would).length
  const counts = new Map<RehearsedOrder['because'], number>()
  for (const { because } of orders) if (because !== 'fits') counts.set(because, (counts.get(because) ?? 0) + 1)
  const reasons = [...counts].toSorted(([, one], [, other]) => other - one)
  return (
    <div className="flex flex-col gap-3">
      <p className="text-lg font-bold">{t('rules.would', { accepted, all: orders.length })}</p>
      {reasons.length > 0 && (
        <div>
          <h3 id={id} className="mb-2 text-sm font-semibold text-soft">
            {t('rules.reasons')}
          </h3>
          <ul aria-labelledby={id} className="divide-y divide-line rounded border border-line">
            {reasons.map(([because, count]) => (
              <li key={because} className="flex justify-between gap-4 px-3 py-2">
                <span className="inline-block first-letter:uppercase">{t(`because.${because}`)}</span>
                <Digits>{String(count)}</Digits>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}

/** Shown while the rule goes through the orders. */
export function Rehearsing() {
  const t = useTranslate()
  return (
    <div role="status" className="flex flex-col gap-2">
      <p>{t('rules.trying')}</p>
      <Skeleton className="h-24" />
    </div>
  )
}

const filters = ['all', 'accepted', 'left'] as const
const shownAtOnce = 50

/** The orders, each with what would have become of it. */
export function RehearsedOrders({ orders }: RehearsedProps) {
  const t = useTranslate()
  const language = useLanguage()
  const [filter, setFilter] = useState<(typeof filters)[number]>('all')
  const [shown, setShown] = useState(shownAtOnce)
  const found = orders.filter(({ would_accept: would }) => filter === 'all' || would === (filter === 'accepted'))
  return (
    <>
      <div role="group" aria-label={t('rules.show')} className="view-choice flex-wrap">
        {filters.map((each) => (
          <button key={each} type="button" aria-pressed={each === filter} onClick={() => setFilter(each)}>
            {t(`rules.show.${each}`)}
          </button>
        ))}
      </div>
      <ul className="divide-y divide-line rounded border border-line empty:hidden">
        {found.slice(0, shown).map(({ order_id: id, number, received_at: at, would_accept: would, because }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 px-3 py-1">
            <Link to={paths.order(id)} className="inline-flex min-h-12 flex-wrap items-center gap-x-3 underline">
              <Digits>{number ?? id}</Digits>
              <time dateTime={at} className="text-sm text-soft tabular-nums">
                {formatWhen(Date.parse(at), language)}
              </time>
            </Link>
            <p className={`ms-auto text-end font-semibold ${would ? 'text-good' : ''}`}>
              {t(would ? 'rules.accepted' : 'rules.left')}
              {!would && (
                <span className="block text-sm font-normal text-soft first-letter:uppercase">
                  {t(`because.${because}`)}
                </span>
              )}
            </p>
          </li>
        ))}
      </ul>
      {found.length > shown && (
        <Button className="self-start" onClick={() => setShown(shown + shownAtOnce)}>
          {t('rules.more')}
        </Button>
      )}
    </>
  )
}

/** Says that the result is of other settings than those shown. */
export function OutdatedRehearsal() {
  const t = useTranslate()
  return (
    <Message role="note" look="amber">
      {t('rules.outdated')}
    </Message>
  )
}
