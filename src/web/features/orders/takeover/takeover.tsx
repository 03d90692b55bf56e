import type { OrderRow } from '#contract/desk/inbox.ts'
import { patterns } from '#contract/screen-paths.ts'
import { isRinging } from '#domain/ringing.ts'
import { boardQuery, boardRow } from '#web/api/board.ts'
import { serverClock, serverNow } from '#web/api/http/server-clock.ts'
import { readTakesScreen } from '#web/api/preferences.ts'
import { answersUnderWay, orderTakingScreen } from '#web/api/screen-state.ts'
import { useStore } from '#web/api/store.ts'
import { isDialogOpen } from '#web/components/dialog.tsx'
import { untouchedMs } from '#web/components/last-touch.ts'
import { rowsOf } from '#web/features/orders/board/lanes.ts'
import { shownOrder } from '#web/format/order-number.ts'
import { lazyComponent, LoadBoundary } from '#web/i18n/lazy-component.tsx'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'

export const NewOrder = lazyComponent(async () => (await import('./new-order.tsx')).NewOrder, { isOfCounter: true })

/** A tablet that nobody has touched for this long is not in use. */
const untouchedForMs = 20_000
const noRows: readonly OrderRow[] = []

/** The new orders that ring, the most urgent first. One that the server has not read has nothing to show. */
const ringing = (rows: readonly OrderRow[], now: number): readonly OrderRow[] =>
  rowsOf('answer', rows).filter((row) => row.order !== null && isRinging(row, now))

/**
 * Shows a new order over the whole screen of a tablet that nobody uses, if the tablet's setting allows it: who walks up to
 * it sees what is in the order and answers it. It never covers what somebody does. Several orders follow each other.
 */
export function Takeover() {
  const { data } = useQuery(boardQuery())
  const queries = useQueryClient()
  const { pathname } = useLocation()
  const id = useStore(orderTakingScreen)
  /** Orders that were put off. They stay on the board, and ring. */
  const [later, setLater] = useState<readonly string[]>([])
  const rows = data?.data ?? noRows
  const second = useStore({ ...serverClock, read: () => Math.floor(serverClock.read() / 1000) })
  const isDue = ({ order_id: orderId }: OrderRow) => !later.includes(orderId)
  const row = rows.find((each) => each.order_id === id && each.lane === 'answer' && isDue(each))
  const next = ringing(rows, serverNow()).find(isDue)?.order_id

  useEffect(() => {
    if (row) return
    // The order was put off, or answered here or elsewhere: the next one follows it.
    if (id !== undefined) return orderTakingScreen.set(next)
    if (next !== undefined && isUnused(pathname) && !isPacking()) orderTakingScreen.set(next)
    function isPacking(): boolean {
      const shown = shownOrder(pathname)
      return shown !== undefined && boardRow(queries, shown)?.lane === 'preparing'
    }
  }, [row, id, next, pathname, queries, second])
  useEffect(() => {
    // A page that nobody has touched yet counts from here.
    untouchedMs()
    return () => orderTakingScreen.set(undefined)
  }, [])

  if (!row) return null
  return (
    <LoadBoundary instead={null}>
      <NewOrder
        // Screen readers do not announce a change inside an open dialog.
        key={row.order_id}
        row={row}
        onLater={() => setLater([...later, row.order_id])}
        onLeave={() => orderTakingScreen.set(undefined)}
      />
    </LoadBoundary>
  )
}

/** Whether nobody uses the tablet: no touch, no open dialog, nothing being sent, and no form. */
function isUnused(pathname: string): boolean {
  const isForm = pathname === patterns.signIn || pathname === patterns.enrol
  return (
    readTakesScreen() && !isForm && !isDialogOpen() && answersUnderWay.read() === 0 && untouchedMs() >= untouchedForMs
  )
}
