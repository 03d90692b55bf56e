import type { OrderRow } from '#contract/desk/inbox.ts'
import { boardQuery } from '#web/api/board.ts'
import { connectionStatus } from '#web/api/http/connection-status.ts'
import { serverTimeOf } from '#web/api/http/server-clock.ts'
import { useStore } from '#web/api/store.ts'
import { useRootMark } from '#web/components/keep-clear.ts'
import { Message, Skeleton } from '#web/components/text.tsx'
import { OrderCard } from '#web/features/orders/board/card/order-card.tsx'
import { OrderSkeleton } from '#web/features/orders/order-skeleton.tsx'
import { formatWhen } from '#web/format/times.ts'
import { Count } from '#web/format/value.tsx'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import { BoardAlarms } from './board-alarms.tsx'
import { FindOrder, isFoundBy } from './find-order.tsx'
import { LaneColumn, laneId, LaneTabs } from './lane-column.tsx'
import { type BoardLane, boardLanes, rowsOf, shownLane, usedLanes } from './lanes.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { flushSync } from 'react-dom'

/** Marks a saved board, which is shown after the page was opened without a connection. */
function LastKnown() {
  const t = useTranslate()
  const language = useLanguage()
  const status = useStore(connectionStatus)
  if (status.state !== 'lost' || !status.isSaved) return null
  return (
    <Message role="status" look="amber">
      <p className="font-semibold">
        {t('lastKnown.title', { time: formatWhen(serverTimeOf(status.since), language) })}
      </p>
      <p className="text-sm max-tablet:sr-only short:sr-only">{t('lastKnown.hint')}</p>
    </Message>
  )
}

const none: readonly OrderRow[] = []
/** The lanes that get space on a wide screen, regardless of a search; see `.lanes` in `web/components/theme.css`. */
function lanesUsed(rows: readonly OrderRow[]): string {
  for (const { lane } of rows) usedLanes.add(lane)
  return [...usedLanes].join(' ')
}

const waitingIn = (rows: readonly OrderRow[]): number => rowsOf('answer', rows).length

/** `/`: all open orders of this desk, by lane. */
export function BoardScreen() {
  const t = useTranslate()
  const [search, setSearch] = useState('')
  const lane = useStore(shownLane)
  const { data, error } = useQuery(boardQuery())
  const all = data?.data ?? none
  const rows = useMemo(() => (search === '' ? all : all.filter((row) => isFoundBy(row, search))), [all, search])
  const lanes = useMemo(() => boardLanes.map((each) => ({ lane: each, rows: rowsOf(each, rows) })), [rows])
  const used = useMemo(() => lanesUsed(all), [all])
  useRootMark('fills', 'board')
  /** Scrolls to the lane, which may be below many waiting orders. */
  function show(next: BoardLane) {
    flushSync(() => shownLane.set(next))
    document.getElementById(laneId(next))?.scrollIntoView({ block: 'nearest' })
  }

  if (!data) {
    if (error) throw error
    return <OrderSkeleton />
  }
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3 wide:gap-2">
      <title>{`${t('nav.orders')} · ${t('app.name')}`}</title>
      <h1 className="sr-only">{t('nav.orders')}</h1>
      <LastKnown />
      {(error || data.meta.alarms.length > 0) && <BoardAlarms alarms={data.meta.alarms} error={error} />}
      <FindOrder
        search={search}
        hasFound={rows.length > 0}
        hidden={waitingIn(all) - waitingIn(rows)}
        onSearch={setSearch}
      />
      {rows.length === 0 && search === '' && <p className="text-lg text-soft">{t('board.noneKnown')}</p>}
      <LaneTabs lanes={lanes} shown={lane} onShow={show} />
      <div
        data-used={used}
        className="lanes grid min-h-0 flex-1 content-start gap-4 wide:grid-rows-[auto_minmax(0,1fr)] wide:gap-y-2 wide:overflow-hidden"
      >
        {lanes.map((each) => (
          <LaneColumn
            key={each.lane}
            {...each}
            isShown={each.lane === 'answer' || each.lane === lane}
            isSearched={search !== ''}
          />
        ))}
      </div>
    </div>
  )
}

const wide = '(min-width: 64rem)'
function watchWidth(onChange: () => void): () => void {
  const media = matchMedia(wide)
  media.addEventListener('change', onChange)
  return () => media.removeEventListener('change', onChange)
}

/** The board beside an open order: waiting orders stay visible, and each card is a link. */
export function BoardBeside() {
  const isWide = useStore({ watch: watchWidth, read: () => matchMedia(wide).matches })
  return isWide ? <Lanes /> : null
}

function Lanes() {
  const t = useTranslate()
  const { data } = useQuery(boardQuery())
  if (!data) return <Skeleton className="h-40" />
  return boardLanes.map((lane) => {
    const rows = rowsOf(lane, data.data)
    if (rows.length === 0) return null
    return (
      <section key={lane} aria-label={t(`lane.${lane}`)}>
        <h2 className="sticky top-0 z-1 flex items-baseline justify-between gap-2 bg-canvas py-1 text-base font-bold">
          {t(`lane.${lane}`)}
          <Count of={rows.length} className="text-lg" />
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
