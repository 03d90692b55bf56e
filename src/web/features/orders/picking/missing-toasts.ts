import type { OrderRow } from '#contract/desk/inbox.ts'
import { paths } from '#contract/screen-paths.ts'
import { readable } from '#contract/salvage.ts'
import { lineKey, orderItems } from '#contract/vendor/order.ts'
import { orderNumber } from '#domain/order-number.ts'
import { boardQuery, watchBoard } from '#web/api/board.ts'
import { orderOfRow } from '#web/api/order.ts'
import { sessionQuery } from '#web/api/session.ts'
import { changeToast, dismissToast, notify, toasts } from '#web/api/toasts.ts'
import { shownOrder } from '#web/format/order-number.ts'
import { listNames } from '#web/i18n/format.ts'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation } from 'react-router'

/** An order in which other tablets did not find something. */
interface Missed {
  readonly orderId: string
  readonly number: string
  /** By line. */
  readonly names: ReadonlyMap<string, string>
}

/** What tablets other than this one have marked missing in orders that are being packed. */
function missedByOthers(rows: readonly OrderRow[], tablet: string): readonly Missed[] {
  return rows.flatMap((row) => {
    const isByOther = ({ state, by }: OrderRow['picks'][number]) => state === 'missing' && by.tablet !== tablet
    if (row.lane !== 'preparing' || !row.picks.some(isByOther)) return []
    const order = orderOfRow(row)
    const names = orderItems(order).flatMap((line, index): (readonly [string, string])[] => {
      const key = lineKey(line, index)
      const isMissed = row.picks.some((pick) => pick.line === key && isByOther(pick))
      return isMissed ? [[key, readable(readable(readable(line)?.product)?.name)?.trim() || key]] : []
    })
    return names.length === 0 ? [] : [{ orderId: order.id, number: orderNumber(order), names: new Map(names) }]
  })
}

/**
 * Leads a counter to the rejection dialog when another tablet, such as a station, does not find something: a toast for each
 * order, until the mark is taken back, the order moves on or is opened here. It is silent.
 */
export function useMissingToasts(): void {
  const t = useTranslate()
  const language = useLanguage()
  const queries = useQueryClient()
  const shown = shownOrder(useLocation().pathname)
  /** What this page has seen, by order; undefined before the first board. */
  const seen = useRef<ReadonlyMap<string, Missed>>(undefined)
  /** The toasts, by order. */
  const shownToasts = useRef(new Map<string, number>())

  const check = useEffectEvent(() => {
    const rows = queries.getQueryData(boardQuery().queryKey)?.data
    const tablet = queries.getQueryData(sessionQuery().queryKey)?.device?.name
    if (!rows || tablet === undefined) return
    const before = seen.current
    const missed = new Map(missedByOthers(rows, tablet).map((each) => [each.orderId, each]))
    seen.current = missed
    // What was there when the page was opened stands on the cards.
    if (before) for (const each of missed.values()) show(each, before.get(each.orderId))
    for (const orderId of shownToasts.current.keys()) if (!missed.has(orderId)) dismiss(orderId)
  })

  function show({ orderId, number, names }: Missed, before: Missed | undefined): void {
    // The order's own screen asks by itself.
    if (orderId === shown) return
    const id = shownToasts.current.get(orderId)
    const isShown = toasts.read().some((toast) => toast.id === id)
    const isNew = [...names.keys()].some((line) => !before?.names.has(line))
    if (!isNew && (!isShown || names.size === before?.names.size)) return
    const text = t('toast.missing', { number, names: listNames([...names.values()], language) })
    const link = {
      to: paths.order(orderId),
      name: t('toast.ask'),
      dialog: { orderId, dialog: 'ask' },
    } as const
    shownToasts.current.set(
      orderId,
      id !== undefined && isShown ? changeToast(id, { text, link }) : notify(text, { link }),
    )
  }

  function dismiss(orderId: string): void {
    const id = shownToasts.current.get(orderId)
    shownToasts.current.delete(orderId)
    if (id !== undefined) dismissToast(id)
  }

  const leave = useEffectEvent(dismiss)
  useEffect(() => {
    if (shown !== undefined) leave(shown)
  }, [shown])

  useEffect(() => {
    check()
    return watchBoard(queries, () => check())
  }, [queries])
}
