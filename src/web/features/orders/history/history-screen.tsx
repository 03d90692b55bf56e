import type { OrderRow } from '#contract/desk/inbox.ts'
import { paths } from '#contract/screen-paths.ts'
import { serverNow } from '#web/api/http/server-clock.ts'
import { Button } from '#web/components/button.tsx'
import { OrderSkeleton } from '#web/features/orders/order-skeleton.tsx'
import { useToday } from '#web/format/times.ts'
import { formatDay } from '#web/i18n/format.ts'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import { HistoryEntry } from './history-entry.tsx'
import { HistoryFiltersBar } from './history-filters.tsx'
import { dayOf, type HistoryFilters, historyQuery, readFilters } from './history-queries.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'

/**
 * `/history`: closed orders by day, newest first. Search, outcome and day are part of the address, so that going back
 * from an order and a reload restore the list.
 */
export function HistoryScreen() {
  const t = useTranslate()
  const navigate = useNavigate()
  const filters = readFilters(useLocation().search)
  return (
    <div className="flex w-full max-w-4xl flex-col gap-5 pb-8">
      <title>{`${t('history.title')} · ${t('app.name')}`}</title>
      <h1 className="text-xl font-bold">{t('history.title')}</h1>
      <HistoryFiltersBar filters={filters} />
      <History filters={filters} onShowAll={() => void navigate(paths.history(), { replace: true })} />
    </div>
  )
}

interface HistoryProps {
  readonly filters: HistoryFilters
  readonly onShowAll: () => void
}

function History({ filters, onShowAll }: HistoryProps) {
  const t = useTranslate()
  // The previous list stays, dimmed, until the new one arrives.
  const { data, error, isPlaceholderData: isOld, ...list } = useInfiniteQuery(historyQuery(filters))
  if (!data) {
    if (error) throw error
    return <OrderSkeleton />
  }
  const rows = data.pages.flat()
  const isFiltered = filters.q !== '' || filters.outcome !== undefined || filters.day !== undefined
  return (
    <>
      {rows.length === 0 && !isOld && (
        <div role="status" className="flex flex-col items-start gap-3 text-soft">
          <p>{t(isFiltered ? 'history.noneFound' : 'history.none')}</p>
          {isFiltered && <Button onClick={onShowAll}>{t('history.showAll')}</Button>}
        </div>
      )}
      <div aria-busy={isOld} className={`flex flex-col gap-5 ${isOld ? 'opacity-60' : ''}`}>
        <Days rows={rows} />
      </div>
      {rows.length > 0 && !isOld && (
        <More
          count={rows.length}
          hasMore={list.hasNextPage}
          isBusy={list.isFetchingNextPage}
          hasFailed={list.isFetchNextPageError}
          onMore={() => void list.fetchNextPage()}
        />
      )}
    </>
  )
}

/** Orders under the day on which each was received. */
function Days({ rows }: { readonly rows: readonly OrderRow[] }) {
  const dayName = useDayName()
  const days = new Map<string, OrderRow[]>()
  for (const row of rows) {
    const day = dayOf(Date.parse(row.received_at))
    days.set(day, [...(days.get(day) ?? []), row])
  }
  return [...days].map(([day, own]) => (
    <section key={day} aria-labelledby={`day-${day}`}>
      <h2 id={`day-${day}`} className="pb-1 font-bold text-soft">
        {dayName(day, own)}
      </h2>
      <ul className="divide-y divide-line overflow-hidden rounded border border-line bg-raised">
        {own.map((row) => (
          <li key={row.order_id}>
            <HistoryEntry row={row} />
          </li>
        ))}
      </ul>
    </section>
  ))
}

function useDayName() {
  const t = useTranslate()
  const language = useLanguage()
  useToday()
  const midnight = new Date(serverNow()).setHours(0, 0, 0, 0)
  return (day: string, [first]: readonly OrderRow[]): string => {
    if (day === dayOf(midnight)) return t('history.today')
    if (day === dayOf(midnight - 1)) return t('history.yesterday')
    return formatDay(Date.parse(first?.received_at ?? ''), language)
  }
}

interface MoreProps {
  readonly count: number
  readonly hasMore: boolean
  readonly isBusy: boolean
  readonly hasFailed: boolean
  readonly onMore: () => void
}

/** Says how many orders are shown, and shows more. After the last page the focus moves from the button to that text. */
function More({ count, hasMore, isBusy, hasFailed, onMore }: MoreProps) {
  const t = useTranslate()
  const shown = useRef<HTMLParagraphElement>(null)
  const wasPressed = useRef(false)
  useEffect(() => {
    if (!hasMore && wasPressed.current) shown.current?.focus()
  }, [hasMore])
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      {hasMore && (
        <Button
          isBusy={isBusy}
          onClick={() => {
            wasPressed.current = true
            onMore()
          }}
        >
          {t('history.showMore')}
        </Button>
      )}
      <p ref={shown} tabIndex={-1} role="status" className="text-sm text-faint">
        {hasFailed ? t('history.moreFailed') : t(hasMore ? 'history.shown' : 'history.shownAll', { count })}
      </p>
    </div>
  )
}
