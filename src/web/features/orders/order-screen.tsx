import { OrderTimeline } from './order-timeline.tsx'
import { PrintTicket } from './print-ticket.tsx'
import { HandOver } from './hand-over/hand-over.tsx'
import { CustomerChange } from '#web/features/orders/change/customer-change.tsx'
import { DigitalSwitch } from './answer/codes/digital-switch.tsx'
import { BadId, Stale } from './order-notices.tsx'
import { OrderSkeleton } from './order-skeleton.tsx'
import { useParams } from 'react-router'
import type { ItemMatch } from '#contract/desk/inbox.ts'
import { isRecord } from '#contract/json.ts'
import { isOrderId } from '#contract/vendor/item-id.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslate } from '#web/i18n/translations.tsx'
import { useEffect, useState, type ReactNode } from 'react'
import { AnswerBar } from './answer/answer-bar.tsx'
import { dialogRequested } from '#web/api/screen-state.ts'
import { OrderDetails, OrderHeader, OrderSummary } from './order-facts.tsx'
import { OrderLines } from '#web/features/orders/lines/order-lines.tsx'
import { orderNumber } from '#domain/order-number.ts'
import { orderQuery, type OrderView } from '#web/api/order.ts'
import { readAt } from '#web/api/http/query-client.ts'

/** `/orders/{id}`: one order. */
export function OrderScreen() {
  const { orderId = '' } = useParams()
  if (!isOrderId(orderId)) return <BadId />
  // The key resets holds and failures of the previous order.
  return <LoadedOrder key={orderId} orderId={orderId} />
}

function LoadedOrder({ orderId }: { readonly orderId: string }) {
  const t = useTranslate()
  const queries = useQueryClient()
  const query = useQuery(orderQuery(orderId))
  const { data: view, error } = query
  const [firstDialog] = useState(() =>
    dialogRequested.current?.orderId === orderId ? dialogRequested.current.dialog : undefined,
  )
  // Cleared at once, so that coming back to the order later does not open the dialog.
  useEffect(() => void (dialogRequested.current = undefined), [])
  /** The staff's choice whether the order has digital codes; until then the catalog decides. */
  const [chosenDigital, setDigital] = useState<boolean | undefined>(firstDialog === 'digital' || undefined)
  if (!view) {
    if (error) throw error
    return <OrderSkeleton />
  }
  const { order, row, lane, matches } = view
  const isDigital = chosenDigital ?? (row?.is_digital === true || matches.some(isVirtual))
  const mayBeAccepted = lane === 'answer' || lane === 'other'
  return (
    <div className="@container flex min-h-full flex-1 flex-col gap-4">
      <title>{`${t('order.number', { number: orderNumber(order) })} · ${t('app.name')}`}</title>
      <div className="above-answers flex flex-1 flex-col gap-4">
        {error && <Stale since={readAt(queries, orderQuery(orderId).queryKey) ?? 0} />}
        <OrderHeader view={view} />
        {row && row.before_change !== null && <CustomerChange order={order} before={row.before_change} />}
        <OrderBody view={view}>
          {mayBeAccepted && (
            <div className="min-h-12">
              <DigitalSwitch view={view} isDigital={isDigital} onTurn={setDigital} />
            </div>
          )}
        </OrderBody>
        {row && <OrderTimeline row={row} />}
      </div>
      <AnswerBar view={view} isDigital={isDigital} firstDialog={firstDialog} />
    </div>
  )
}

const isVirtual = ({ item }: ItemMatch): boolean => isRecord(item) && item['is_virtual'] === true

interface OrderBodyProps {
  readonly view: OrderView
  /** Shown below the lines. */
  readonly children: ReactNode
}

function OrderBody({ view, children }: OrderBodyProps) {
  const { order, row, lane } = view
  return (
    <div className="grid grid-cols-1 items-start gap-4 @3xl:grid-cols-[minmax(0,1fr)_18rem]">
      <div className="flex flex-col gap-4">
        <OrderLines view={view} />
        {children}
      </div>
      <div className="flex flex-col gap-4">
        {(lane === 'ready' || order.pickup_otp || order.return_otp || row?.handed_over) && <HandOver view={view} />}
        <OrderSummary order={order} />
        <PrintTicket orderId={order.id} copies={row?.prints} />
        <OrderDetails order={order} />
      </div>
    </div>
  )
}
