import { boardQuery } from '#client/board.ts'
import type { OrderRow } from '#contract/desk/inbox.ts'
import { OrderSkeleton } from '#features/orders/order-skeleton.tsx'
import { Fallback } from '#ui/fallback.tsx'
import { lazily } from '#words/catalogs.ts'
import { useInSteps } from '#ui/use-in-steps.ts'
import { useWords } from '#words/words.tsx'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { BoardAlarms } from './board-alarms.tsx'
import { FindOrder } from './find-order.tsx'
import { isFoundBy } from './is-found-by.ts'
import { LaneColumn } from './lane-column.tsx'
import { LaneTabs } from './lane-tabs.tsx'
import { LastKnown } from './last-known.tsx'
import { boardLanes, rowsOf, type BoardLane } from './lanes.ts'

const CancelledOrders = lazily(async () => (await import('./cancelled-orders.tsx')).CancelledOrders)

const none: readonly OrderRow[] = []
const waitingIn = (rows: readonly OrderRow[]): number => rowsOf('answer', rows).length
/** Below the waiting orders of a narrow screen; whoever comes back from an order finds it as it was. */
let chosenLane: BoardLane = 'preparing'

/** `/`: every order that this desk knows to be open, by what can be done with it. */
export function BoardScreen() {
  const say = useWords()
  const [search, setSearch] = useState('')
  const [lane, setLane] = useState(chosenLane)
  useEffect(() => {
    chosenLane = lane
  }, [lane])
  const { data, error } = useQuery(boardQuery())
  const all = data?.data ?? none
  const rows = useMemo(() => (search === '' ? all : all.filter((row) => isFoundBy(row, search))), [all, search])
  const lanes = useMemo(() => boardLanes.map((each) => ({ lane: each, rows: rowsOf(each, rows) })), [rows])
  const isDrawn = useInSteps(data !== undefined)
  if (!data || !isDrawn) {
    if (error && !data) throw error
    return <OrderSkeleton />
  }
  const hasOthers = rows.some((row) => row.lane === 'other')
  return (
    <div className="fills-screen flex min-h-0 flex-1 flex-col gap-3">
      <title>{`${say('orders.title')} · ${say('app.name')}`}</title>
      <h1 className="sr-only">{say('orders.title')}</h1>
      <LastKnown />
      <BoardAlarms alarms={data.meta.alarms} />
      <FindOrder
        search={search}
        hasFound={rows.length > 0}
        hidden={waitingIn(all) - waitingIn(rows)}
        onSearch={setSearch}
      />
      {rows.length === 0 && search === '' && <p className="text-lg text-soft">{say('board.noneKnown')}</p>}
      <LaneTabs lanes={lanes} shown={lane} onShow={setLane} />
      {/* The last lane is seldom of use: empty, it takes little room. */}
      <div
        className={`grid min-h-0 flex-1 gap-4 wide:grid-rows-[auto_minmax(0,1fr)] wide:gap-y-3 wide:overflow-hidden ${hasOthers ? 'wide:grid-cols-[1.5fr_1fr_1fr_1fr_1fr]' : 'wide:grid-cols-[1.5fr_1fr_1fr_1fr_8rem]'}`}
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
      {/* Whatever is looked for. */}
      {all.some(({ problem }) => problem === 'cancelled') && (
        <Fallback instead={null}>
          <CancelledOrders rows={all} />
        </Fallback>
      )}
    </div>
  )
}
