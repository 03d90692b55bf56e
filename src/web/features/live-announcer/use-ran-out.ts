import { boardQuery } from '#web/api/board.ts'
import { callDesk } from '#web/api/http/call.ts'
import { changeToast, dismissToast, toasts, notify } from '#web/api/toasts.ts'
import { Failure } from '#web/api/http/failure.ts'
import { leftBoard } from '#web/api/left-board.ts'
import { orderOfRow } from '#web/api/order.ts'
import { watchBoard } from '#web/api/watch-board.ts'
import { inbox, type OrderRow } from '#contract/desk/inbox.ts'
import { paths } from '#contract/screen-paths.ts'
import { orderNumber, shownOrder } from '#web/format/order-number.ts'
import { useTranslate } from '#web/i18n/translations.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { createWaiting, hasRunOut, type Gone } from './waiting.ts'

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
      const link = { to: paths.closed, name: t('closed.title') }
      const text = t('notice.ranOutMany', { count })
      const latest = shownStill.at(-1)
      for (const { id } of shownStill.slice(0, -1)) dismissToast(id)
      const id = latest ? changeToast(latest.id, { text, link }) : notify(text, { link, isGrave: true })
      shownToasts.current = [{ id, count }]
      return
    }
    const each = rows.map((row) => {
      const text = t('notice.ranOut', { number: orderNumber(orderOfRow(row)) })
      const link = { to: paths.order(row.order_id), name: t('notice.open') }
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
