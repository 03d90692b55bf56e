import { boardQuery } from '#client/board.ts'
import { notices } from '#client/notices.ts'
import type { Lane } from '#contract/desk/lane.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

/** Takes back what asks for another tap once its order has gone on: a second rejection would be one too many. */
export function useOutdatedNotices(): void {
  const queries = useQueryClient()
  useEffect(() => {
    const { queryKey } = boardQuery()
    /** By order, as it was on the board last. */
    const lanes = new Map<string, Lane>()
    const look = () => {
      const rows = queries.getQueryData(queryKey)?.data
      if (!rows) return
      // What was on the board and is no more is closed.
      for (const orderId of lanes.keys()) lanes.set(orderId, 'closed')
      for (const { order_id: orderId, lane } of rows) lanes.set(orderId, lane)
      const all = notices.read()
      const holding = all.filter(
        ({ whileIn }) => !whileIn || (lanes.get(whileIn.orderId) ?? whileIn.lane) === whileIn.lane,
      )
      if (holding.length < all.length) notices.set(holding)
    }
    look()
    return queries.getQueryCache().subscribe(({ type, query }) => {
      if (type === 'updated' && query.queryKey[0] === queryKey[0]) look()
    })
  }, [queries])
}
