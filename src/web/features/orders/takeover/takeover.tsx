import type { OrderRow } from '#contract/desk/inbox.ts'
import { patterns } from '#contract/screen-paths.ts'
import { isRinging } from '#domain/ringing.ts'
import { boardQuery, boardRow } from '#web/api/board.ts'
import { useServerNow } from '#web/api/http/server-clock.ts'
import { readTakesScreen } from '#web/api/announcement-preferences.ts'
import { answersUnderWay, orderTakingScreen } from '#web/api/screen-state.ts'
import { useStore } from '#web/api/store.ts'
import { isDialogOpen } from '#web/components/open-dialogs.ts'
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

/**
 * Shows a new order over the whole screen of a tablet that nobody uses, if the tablet's setting allows it: who walks up to
 * it sees what is in the order and answers it. It never covers what somebody does. Several orders follow each other.
 */
export function Takeover() {
  const { data } = useQuery(boardQuery())
  /** Orders that were put off. They stay on the board, and ring. */
  const [later, setLater] = useState<readonly string[]>([])
  // A page that nobody has touched yet counts from here.
  useEffect(() => void untouchedMs(), [])

  // An order that the server has not read has nothing to show.
  const isDue = ({ order_id: id, order }: OrderRow) => order !== null && !later.includes(id)
  const waiting = rowsOf('answer', data?.data ?? noRows).filter(isDue)
  if (waiting.length === 0) return null
  return <TakenScreen waiting={waiting} onLater={(id) => setLater([...later, id])} />
}

interface TakenScreenProps {
  /** Orders that wait for an answer, the most urgent first. */
  readonly waiting: readonly OrderRow[]
  readonly onLater: (orderId: string) => void
}

/** The order that has taken the screen. While none has, it looks each second whether one may. */
function TakenScreen({ waiting, onLater }: TakenScreenProps) {
  const queries = useQueryClient()
  const { pathname } = useLocation()
  const now = useServerNow()
  const id = useStore(orderTakingScreen)
  const row = waiting.find((each) => each.order_id === id)
  const next = waiting.find((each) => isRinging(each, now))?.order_id

  useEffect(() => {
    if (row) return
    // The order was put off, or answered here or elsewhere: the next one follows it.
    if (id !== undefined) return orderTakingScreen.set(next)
    if (next !== undefined && isUnused(pathname) && !isPacking()) orderTakingScreen.set(next)
    function isPacking(): boolean {
      const shown = shownOrder(pathname)
      return shown !== undefined && boardRow(queries, shown)?.lane === 'preparing'
    }
  }, [row, id, next, pathname, queries, now])
  useEffect(() => () => orderTakingScreen.set(undefined), [])

  if (!row) return null
  return (
    <LoadBoundary instead={null}>
      <NewOrder
        // Screen readers do not announce a change inside an open dialog.
        key={row.order_id}
        row={row}
        others={waiting.length - 1}
        onLater={() => onLater(row.order_id)}
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
