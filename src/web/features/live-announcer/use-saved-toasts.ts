import type { Lane } from '#contract/desk/inbox.ts'
import { boardQuery } from '#web/api/board.ts'
import { type Toast, toasts, notify } from '#web/api/toasts.ts'
import { watchBoard } from '#web/api/watch-board.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

type SavedToast = Pick<Toast, 'text' | 'link' | 'isGrave' | 'untilMoved'>

const place = 'notices'

/** Saves the toasts in the tab's `sessionStorage`, and shows them again after a reload. */
export function useSavedToasts(): void {
  useEffect(() => {
    const isShown = (text: string) => toasts.read().some((toast) => toast.text === text)
    for (const { text, ...more } of readSaved()) if (!isShown(text)) notify(text, more)
    save()
    return toasts.watch(save)
  }, [])
}

function readSaved(): readonly SavedToast[] {
  try {
    return JSON.parse(sessionStorage.getItem(place) ?? '[]') as SavedToast[] // as `save` wrote it
  } catch {
    return []
  }
}

function save(): void {
  const kept = toasts.read().filter(({ isBrief, update }) => !isBrief && !update)
  try {
    sessionStorage.setItem(place, JSON.stringify(kept.map(({ id: _id, ...toast }): SavedToast => toast)))
  } catch {
    // Without storage the toasts last as long as the page.
  }
}

/** Removes toasts that ask for a retry once their order has moved to another lane, to prevent a second rejection. */
export function useOutdatedToasts(): void {
  const queries = useQueryClient()
  useEffect(() => {
    /** By toast id: the lane of its order when the toast appeared. */
    const lanesThen = new Map<number, Lane>()
    function check(): void {
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
      if (all.some(isMoved)) toasts.set(all.filter((toast) => !isMoved(toast)))
    }
    check()
    const stops = [watchBoard(queries, check), toasts.watch(check)]
    return () => {
      for (const stop of stops) stop()
    }
  }, [queries])
}
