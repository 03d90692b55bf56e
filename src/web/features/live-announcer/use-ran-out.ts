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

/** An order that somebody rejects may be seen closed a moment before it is written down by whom. */
const settledMs = 4000
/** Of more than that nobody wants to read one by one: they are counted. */
const eachAtMost = 2

/** What could not be read then is asked for again, until there is contact. */
const againMs = 15_000

async function readRanOut({ orderId, actedAt }: Gone): Promise<readonly OrderRow[]> {
  // Without a feed nobody tells what became of it.
  const row = leftBoard.get(orderId) ?? (await callDesk(inbox.read, { params: { orderId } })).data
  return hasRunOut(row, actedAt) ? [row] : []
}

/** A notice that may still be there, and of how many orders it tells. */
interface Said {
  readonly id: number
  readonly count: number
}

/** Leaves a word of orders that were cancelled while they waited on this board: their cards are gone without one. */
export function useRanOut(): void {
  const t = useTranslate()
  const queries = useQueryClient()
  const [waiting] = useState(createWaiting)
  const said = useRef<readonly Said[]>([])
  const shown = shownOrder(useLocation().pathname)

  function tellOf(rows: readonly OrderRow[]): void {
    // Those that are still shown are counted with them, in the place of the latest: no finger is to meet another notice.
    const shownStill = said.current.filter(({ id }) => toasts.read().some((notice) => notice.id === id))
    const count = shownStill.reduce((sum, each) => sum + each.count, rows.length)
    if (count > eachAtMost) {
      const link = { to: paths.closed, name: t('closed.title') }
      const text = t('notice.ranOutMany', { count })
      const latest = shownStill.at(-1)
      for (const { id } of shownStill.slice(0, -1)) dismissToast(id)
      const id = latest ? changeToast(latest.id, { text, link }) : notify(text, { link, isGrave: true })
      said.current = [{ id, count }]
      return
    }
    const each = rows.map((row) => {
      const text = t('notice.ranOut', { number: orderNumber(orderOfRow(row)) })
      const link = { to: paths.order(row.order_id), name: t('notice.open') }
      return { id: notify(text, { link, isGrave: true }), count: 1 }
    })
    said.current = [...shownStill, ...each]
  }

  /** @returns those of which nothing could be read. */
  const tell = useEffectEvent(async (gone: readonly Gone[]): Promise<readonly Gone[]> => {
    const unread: Gone[] = []
    const read = await Promise.all(
      gone.map((each) =>
        readRanOut(each).catch((error: unknown) => {
          if (!(error instanceof Failure && error.code === 'order_not_found')) unread.push(each)
          return []
        }),
      ),
    )
    // The order's own screen says by itself what became of it.
    const rows = read.flat().filter(({ order_id: id }) => id !== shown)
    if (rows.length > 0) tellOf(rows)
    return unread
  })

  useEffect(() => {
    const { queryKey } = boardQuery()
    const timers = new Set<ReturnType<typeof setTimeout>>()
    function tellIn(ms: number, gone: readonly Gone[]): void {
      if (gone.length === 0) return
      const timer = setTimeout(() => {
        timers.delete(timer)
        void tell(gone).then((unread) => isOver || tellIn(againMs, unread))
      }, ms)
      timers.add(timer)
    }
    let isOver = false
    const look = () => {
      const rows = queries.getQueryData(queryKey)?.data
      tellIn(settledMs, rows ? waiting.gone(rows) : [])
    }
    look()
    const unwatch = watchBoard(queries, look)
    return () => {
      isOver = true
      unwatch()
      for (const timer of timers) clearTimeout(timer)
    }
  }, [queries, waiting])
}
