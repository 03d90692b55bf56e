import type { Shortage } from '#contract/desk/shortages.ts'
import { boardRow, leftBoard } from '#web/api/board.ts'
import { orderOfRow } from '#web/api/order.ts'
import { orderNumber } from '#domain/order-number.ts'
import { formatSent } from '#web/format/times.ts'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'

/** The number of the order in which a product was missing; undefined if this page does not know the order. */
export function numberOfShortage(queries: QueryClient, { order_id: orderId }: Shortage): string | undefined {
  const row = boardRow(queries, orderId) ?? leftBoard.get(orderId)
  return row && orderNumber(orderOfRow(row))
}

/** Since when a product is out, and in which order it was missing; `shownId` is the order that is on the screen. */
export function useShortageWords() {
  const t = useTranslate()
  const language = useLanguage()
  const queries = useQueryClient()
  return (shortage: Shortage, shownId: string): string => {
    const time = formatSent(shortage.since, language, t, { isShort: true })
    const number = shortage.order_id === shownId ? undefined : numberOfShortage(queries, shortage)
    return number === undefined ? t('shortage.since', { time }) : t('shortage.sinceIn', { time, number })
  }
}
