import type { OrderRow } from '#contract/desk/inbox.ts'
import type { Session } from '#contract/desk/session.ts'
import type { OwnLines } from '#domain/own-lines.ts'
import { boardQuery } from '#web/api/board.ts'
import { feedState } from '#web/api/feed/feed-state.ts'
import { serverNow } from '#web/api/http/server-clock.ts'
import { useStore } from '#web/api/store.ts'
import { createKeptCancelled } from './kept-cancelled.ts'
import { type Ticket, ticketsOf } from './tickets.ts'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'

const none: readonly OrderRow[] = []

interface StationTickets {
  /** Undefined until the board is read. */
  readonly board: readonly OrderRow[] | undefined
  readonly tickets: readonly Ticket[]
  readonly own: OwnLines
  /** Takes a cancelled order away: somebody here has seen it. */
  readonly see: (orderId: string) => void
}

/** The tickets of this tablet, in their order. @throws the failure of a board that was never read. */
export function useStationTickets({ device, staff }: Session): StationTickets {
  // Renders on a change of the feed, which sets the board's polling interval.
  useStore(feedState)
  const { data, error } = useQuery(boardQuery())
  if (!data && error) throw error
  const [cancelled] = useState(createKeptCancelled)
  const [seen, setSeen] = useState(0)
  const categories = JSON.stringify([device?.category_ids ?? null, device?.covered_ids ?? null])
  const own = useMemo((): OwnLines => {
    const [categoryIds = null, coveredIds = null] = JSON.parse(categories) as (readonly string[] | null)[]
    return { categoryIds, coveredIds }
  }, [categories])
  const board = data?.data ?? none
  const canMarkReady = staff !== null
  const tickets = useMemo(
    () => ticketsOf(seen >= 0 ? cancelled.take(board, serverNow()) : board, own, canMarkReady),
    [board, cancelled, seen, own, canMarkReady],
  )
  const see = useCallback(
    (orderId: string) => {
      cancelled.see(orderId)
      setSeen((count) => count + 1)
    },
    [cancelled],
  )
  return { board: data?.data, tickets, own, see }
}
