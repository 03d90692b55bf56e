import type { Lane } from '#contract/desk/lane.ts'
import { boardQuery } from '#web/api/board.ts'
import { type Toast, toasts, notify } from '#web/api/toasts.ts'
import { watchBoard } from '#web/api/watch-board.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

type SavedToast = Pick<Toast, 'text' | 'link' | 'isGrave' | 'untilMoved'>

const place = 'notices'

/** What nobody has read yet is said again on a page that was loaded anew; it is kept in the tab, and as long as that. */
export function useSavedToasts(): void {
  useEffect(() => {
    const isSaid = (text: string) => toasts.read().some((notice) => notice.text === text)
    for (const { text, ...more } of readSaved()) if (!isSaid(text)) notify(text, more)
    keep()
    return toasts.watch(keep)
  }, [])
}

function readSaved(): readonly SavedToast[] {
  try {
    return JSON.parse(sessionStorage.getItem(place) ?? '[]') as SavedToast[] // as `keep` wrote it
  } catch {
    return []
  }
}

function keep(): void {
  const kept = toasts.read().filter(({ isBrief, update }) => !isBrief && !update)
  try {
    sessionStorage.setItem(place, JSON.stringify(kept.map(({ id: _id, ...notice }): SavedToast => notice)))
  } catch {
    // A browser that keeps nothing for us says it on this page alone.
  }
}

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
      const all = toasts.read()
      for (const { id, untilMoved = '' } of all) {
        const lane = lanes.get(untilMoved)
        if (lane && !lanesThen.has(id)) lanesThen.set(id, lane)
      }
      const isMoved = ({ id, untilMoved = '' }: Toast) =>
        lanesThen.has(id) && lanesThen.get(id) !== lanes.get(untilMoved)
      if (all.some(isMoved)) toasts.set(all.filter((notice) => !isMoved(notice)))
    }
    look()
    const stops = [watchBoard(queries, look), toasts.watch(look)]
    return () => {
      for (const stop of stops) stop()
    }
  }, [queries])
}
