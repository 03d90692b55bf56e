import type { OrderRow } from '#contract/desk/inbox.ts'
import { boardQuery } from '#web/api/board.ts'
import { useStore } from '#web/api/store.ts'
import { Skeleton } from '#web/components/text.tsx'
import { OrderCard } from '#web/features/orders/board/card/order-card.tsx'
import { OrderSkeleton } from '#web/features/orders/order-skeleton.tsx'
import { Count } from '#web/format/value.tsx'
import { loadPart } from '#web/i18n/catalogs.ts'
import { LoadBoundary, lazyComponent } from '#web/i18n/lazy-component.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { Column, columnId, ColumnTabs } from './board-column.tsx'
import { isFoundBy, SearchResult } from './find-order.tsx'
import { type BoardColumn, boardColumns, rowsOf, shownColumn } from './lanes.ts'
import { orderSearch } from './order-search.tsx'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue, useEffect, useMemo } from 'react'
import { flushSync } from 'react-dom'

const none: readonly OrderRow[] = []
const waitingIn = (rows: readonly OrderRow[]): number => rowsOf('answer', rows).length

// Only few shops see it.
const RuleLine = lazyComponent(
  async () => (await Promise.all([import('./rule-line.tsx'), loadPart('rules')]))[0].RuleLine,
  { isOfCounter: true },
)

interface BoardScreenProps {
  /** How to register the webhook, shown to a shop that no order notification has ever reached. */
  readonly registration: ReactNode
  /** An order's sheet stands over it. */
  readonly isCovered: boolean
}

/** `/`: all open orders of this desk, in columns. */
export function BoardScreen({ registration, isCovered }: BoardScreenProps) {
  const t = useTranslate()
  // Deferred, so that typing is never blocked.
  const search = useDeferredValue(useStore(orderSearch)).trim()
  const shown = useStore(shownColumn)
  const { data, error } = useQuery(boardQuery())
  const all = data?.data ?? none
  const rows = useMemo(() => (search === '' ? all : all.filter((row) => isFoundBy(row, search))), [all, search])
  const columns = useMemo(
    () =>
      boardColumns
        .map((column) => ({ column, rows: rowsOf(column, rows) }))
        .filter(({ column, rows: own }) => column !== 'other' || own.length > 0),
    [rows],
  )
  // A forgotten search would hide orders.
  useEffect(() => () => orderSearch.set(''), [])

  /** Scrolls to the column, which may be below many new orders. */
  function show(next: BoardColumn) {
    flushSync(() => shownColumn.set(next))
    document.getElementById(columnId(next))?.scrollIntoView({ block: 'nearest' })
  }

  if (!data) {
    if (error) throw error
    return <OrderSkeleton />
  }
  const isUnregistered = all.length === 0 && data.meta.webhook_heard_at === null
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3 wide:gap-1">
      {!isCovered && <title>{`${t('nav.orders')} · ${t('app.name')}`}</title>}
      <h1 className="sr-only">{t('nav.orders')}</h1>
      {data.meta.auto_accept && (
        <LoadBoundary instead={null}>
          <RuleLine />
        </LoadBoundary>
      )}
      <SearchResult search={search} hasFound={rows.length > 0} hidden={waitingIn(all) - waitingIn(rows)} />
      <ColumnTabs columns={columns} shown={shown} onShow={show} />
      <div className={`board ${isUnregistered ? 'board-above' : ''}`}>
        {columns.map((each) => (
          <Column
            key={each.column}
            {...each}
            isShown={each.column === 'answer' || each.column === shown}
            isSearched={search !== ''}
            isCalm={each.column === 'answer' && all.length === 0}
          />
        ))}
      </div>
      {isUnregistered && <div className="mx-auto w-full max-w-3xl pb-8">{registration}</div>}
    </div>
  )
}

/** The board beside an open order: new orders stay visible, and each card is a link. */
export function BoardBeside() {
  const t = useTranslate()
  const { data } = useQuery(boardQuery())
  if (!data) return <Skeleton className="h-40" />
  return boardColumns.map((column) => {
    const rows = rowsOf(column, data.data)
    if (rows.length === 0) return null
    return (
      <section key={column} aria-label={t(`lane.${column}`)}>
        <h2 className="board-title">
          {t(`lane.${column}`)}
          <Count of={rows.length} className="text-soft" />
        </h2>
        <ul className="flex flex-col gap-2 pb-4">
          {rows.map((row) => (
            <li key={row.order_id}>
              <OrderCard row={row} isLinkOnly />
            </li>
          ))}
        </ul>
      </section>
    )
  })
}
