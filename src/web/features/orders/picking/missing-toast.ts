import type { OrderRow } from '#contract/desk/inbox.ts'
import { paths } from '#contract/screen-paths.ts'
import { readable } from '#contract/salvage.ts'
import { lineKey, orderItems } from '#contract/vendor/order.ts'
import { orderNumber } from '#domain/order-number.ts'
import { boardQuery, watchBoard } from '#web/api/board.ts'
import { orderOfRow } from '#web/api/order.ts'
import { sessionQuery } from '#web/api/session.ts'
import { changeToast, dismissToast, notify, type Toast, toasts } from '#web/api/toasts.ts'
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

/** The order that a toast of this kind leads to. */
const orderAsked = ({ link }: Toast): string | undefined =>
  link?.dialog?.dialog === 'ask' ? link.dialog.orderId : undefined

/**
 * Leads a counter to the rejection dialog when another tablet, such as a station, does not find something. One toast, about
 * the latest order, until the mark is taken back, the order moves on or is opened here; then it turns to the one before.
 * It is silent.
 */
export function useMissingToast(): void {
  const t = useTranslate()
  const language = useLanguage()
  const queries = useQueryClient()
  const shown = shownOrder(useLocation().pathname)
  /** What this page has seen, by order; undefined before the first board. */
  const seen = useRef<ReadonlyMap<string, Missed>>(undefined)
  /** The orders to lead to, the latest last. */
  const waiting = useRef<readonly string[]>([])

  function show(toast: Toast | undefined, latest: Missed | undefined): void {
    if (!latest) {
      if (toast) dismissToast(toast.id)
      return
    }
    const { orderId, number } = latest
    const names = listNames([...latest.names.values()], language)
    const more = waiting.current.length - 1
    const text =
      more === 0 ? t('toast.missing', { number, names }) : t('toast.missingMore', { number, names, count: more })
    const link = { to: paths.order(orderId), name: t('toast.ask'), dialog: { orderId, dialog: 'ask' } } as const
    if (!toast) notify(text, { link })
    else if (toast.text !== text || orderAsked(toast) !== orderId) changeToast(toast.id, { text, link })
  }

  const check = useEffectEvent(() => {
    const rows = queries.getQueryData(boardQuery().queryKey)?.data
    const tablet = queries.getQueryData(sessionQuery().queryKey)?.device?.name
    if (!rows || tablet === undefined) return
    const missed = new Map(missedByOthers(rows, tablet).map((each) => [each.orderId, each]))
    const toast = toasts.read().find((each) => orderAsked(each) !== undefined)
    // What was there when the page was opened stands on the cards, or in a toast of before a reload.
    const before = seen.current ?? missed
    const known = seen.current ? waiting.current : toast ? [orderAsked(toast) ?? ''] : []
    const news = [...missed.values()].filter(({ orderId, names }) =>
      [...names.keys()].some((line) => !before.get(orderId)?.names.has(line)),
    )
    seen.current = missed
    // Without its toast, somebody has dismissed it.
    const still = toast ? known.filter((id) => news.every(({ orderId }) => orderId !== id)) : []
    // The order's own screen asks by itself.
    waiting.current = [...still, ...news.map(({ orderId }) => orderId)].filter((id) => id !== shown && missed.has(id))
    show(toast, missed.get(waiting.current.at(-1) ?? ''))
  })

  useEffect(() => check(), [shown, language])
  useEffect(() => {
    const stops = [watchBoard(queries, () => check()), toasts.watch(() => check())]
    return () => {
      for (const stop of stops) stop()
    }
  }, [queries])
}
