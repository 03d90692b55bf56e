import { boardQuery } from '#web/api/board.ts'
import { notices, type Notice } from '#web/api/toasts/toasts.ts'
import { watchBoard } from '#web/api/watch-board.ts'
import type { Lane } from '#contract/desk/lane.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

/** Takes back what asks for another tap once its order has gone on: a second rejection would be one too many. */
export function useOutdatedToasts(): void {
  const queries = useQueryClient()
  useEffect(() => {
    /** By notice: where its order was on the board when it came. */
    const lanesThen = new Map<number, Lane>()
    function look(): void {
      const rows = queries.getQueryData(boardQuery().queryKey)?.data
      if (!rows) return
      const lanes = new Map(rows.map(({ order_id: orderId, lane }) => [orderId, lane]))
      const all = notices.read()
      for (const { id, untilMoved = '' } of all) {
        const lane = lanes.get(untilMoved)
        if (lane && !lanesThen.has(id)) lanesThen.set(id, lane)
      }
      const isMoved = ({ id, untilMoved = '' }: Notice) =>
        lanesThen.has(id) && lanesThen.get(id) !== lanes.get(untilMoved)
      if (all.some(isMoved)) notices.set(all.filter((notice) => !isMoved(notice)))
    }
    look()
    const stops = [watchBoard(queries, look), notices.watch(look)]
    return () => {
      for (const stop of stops) stop()
    }
  }, [queries])
}
