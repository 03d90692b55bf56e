import { BoardAlarms } from './board-alarms.tsx'
import { boardQuery } from '#web/api/board.ts'
import { useStore } from '#web/api/store.ts'
import type { OrderRow } from '#contract/desk/inbox.ts'
import { OrderSkeleton } from '#web/features/orders/order-skeleton.tsx'
import { useRootMark } from '#web/components/keep-clear.ts'
import { useTranslate } from '#web/i18n/translations.tsx'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { FindOrder, isFoundBy } from './find-order.tsx'
import { LaneColumn, laneId, LaneTabs } from './lane-column.tsx'
import { LastKnown } from './last-known.tsx'
import { type BoardLane, boardLanes, rowsOf, shownLane, usedLanes } from './lanes.ts'

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
