import { inbox, type Lane, type OrderRow } from '#contract/desk/inbox.ts'
import { paths } from '#contract/screen-paths.ts'
import { isCalledOff } from '#domain/lane.ts'
import { boardQuery, leftBoard, watchBoard } from '#web/api/board.ts'
import { callDesk } from '#web/api/http/call.ts'
import { Failure } from '#web/api/http/failure.ts'
import { orderOfRow } from '#web/api/order.ts'
import { changeToast, dismissToast, notify, type Toast, toasts } from '#web/api/toasts.ts'
import { orderNumber } from '#domain/order-number.ts'
import { shownOrder } from '#web/format/order-number.ts'
import { useTranslate } from '#web/i18n/translations.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation } from 'react-router'

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

/** An order that waited for an answer and has left the board. */
interface Gone {
  readonly orderId: string
  /** When this desk last acted on it while it waited. */
  readonly actedAt: string | undefined
}

/** Tracks the orders that wait on the board. */
export function createWaiting() {
  const waiting = new Map<string, Gone>()
  return {
    /** The orders that waited on an earlier board and are not on this one. */
    gone(rows: readonly OrderRow[]): readonly Gone[] {
      for (const { order_id: orderId, told_id: toldId, lane, last_action: last } of rows) {
        if (lane === 'answer' && toldId === null) waiting.set(orderId, { orderId, actedAt: last?.at })
        // An order in lane `other` is currently unreadable and may still wait.
        else if (lane !== 'other') waiting.delete(orderId)
      }
      const here = new Set(rows.map(({ order_id: id }) => id))
      const gone = [...waiting.values()].filter(({ orderId }) => !here.has(orderId))
      for (const { orderId } of gone) waiting.delete(orderId)
      return gone
    },
  }
}

/** Whether an order that left the board was cancelled without an answer from this desk. */
export function hasRunOut(row: OrderRow, actedAt: string | undefined): boolean {
  const { lane, last_action: last } = row
  if (lane !== 'closed' || !isCalledOff(orderOfRow(row))) return false
  if (!last || last.outcome === 'failed') return true
  const mayBeOurs = last.action === 'reject' && last.outcome === 'unknown'
  return last.at === actedAt && !mayBeOurs
}

/** A rejected order may appear closed shortly before the desk records who rejected it. */
const settledMs = 4000
/** More orders share one toast with a count. */
const eachAtMost = 2

/** Retry interval for orders that could not be read. */
const retryMs = 15_000

async function readRanOut({ orderId, actedAt }: Gone): Promise<readonly OrderRow[]> {
  // Without a feed, the order's last row must be read.
  const row = leftBoard.get(orderId) ?? (await callDesk(inbox.read, { params: { orderId } })).data
  return hasRunOut(row, actedAt) ? [row] : []
}

/** A toast that may still be shown, and how many orders it covers. */
interface ShownToast {
  readonly id: number
  readonly count: number
}

/** Shows a toast for orders that were cancelled while they waited, because their cards just disappear from the board. */
export function useRanOut(): void {
  const t = useTranslate()
  const queries = useQueryClient()
  const [waiting] = useState(createWaiting)
  const shownToasts = useRef<readonly ShownToast[]>([])
  const shown = shownOrder(useLocation().pathname)

  function showToasts(rows: readonly OrderRow[]): void {
    // Toasts that are still shown are merged into the latest one, in its place, so that no other toast moves under a finger.
    const shownStill = shownToasts.current.filter(({ id }) => toasts.read().some((toast) => toast.id === id))
    const count = shownStill.reduce((sum, each) => sum + each.count, rows.length)
    if (count > eachAtMost) {
      const link = { to: paths.history(), name: t('history.title') }
      const text = t('toast.ranOutMany', { count })
      const latest = shownStill.at(-1)
      for (const { id } of shownStill.slice(0, -1)) dismissToast(id)
      const id = latest ? changeToast(latest.id, { text, link }) : notify(text, { link, isGrave: true })
      shownToasts.current = [{ id, count }]
      return
    }
    const each = rows.map((row) => {
      const text = t('toast.ranOut', { number: orderNumber(orderOfRow(row)) })
      const link = { to: paths.order(row.order_id), name: t('toast.open') }
      return { id: notify(text, { link, isGrave: true }), count: 1 }
    })
    shownToasts.current = [...shownStill, ...each]
  }

  /** @returns the orders that could not be read. */
  const report = useEffectEvent(async (gone: readonly Gone[]): Promise<readonly Gone[]> => {
    const unread: Gone[] = []
    const read = await Promise.all(
      gone.map((each) =>
        readRanOut(each).catch((error: unknown) => {
          if (!(error instanceof Failure && error.code === 'order_not_found')) unread.push(each)
          return []
        }),
      ),
    )
    // The order's own screen shows the cancellation itself.
    const rows = read.flat().filter(({ order_id: id }) => id !== shown)
    if (rows.length > 0) showToasts(rows)
    return unread
  })

  useEffect(() => {
    const { queryKey } = boardQuery()
    const timers = new Set<ReturnType<typeof setTimeout>>()
    function reportIn(ms: number, gone: readonly Gone[]): void {
      if (gone.length === 0) return
      const timer = setTimeout(() => {
        timers.delete(timer)
        void report(gone).then((unread) => isOver || reportIn(retryMs, unread))
      }, ms)
      timers.add(timer)
    }
    let isOver = false
    const check = () => {
      const rows = queries.getQueryData(queryKey)?.data
      reportIn(settledMs, rows ? waiting.gone(rows) : [])
    }
    check()
    const unwatch = watchBoard(queries, check)
    return () => {
      isOver = true
      unwatch()
      for (const timer of timers) clearTimeout(timer)
    }
  }, [queries, waiting])
}
