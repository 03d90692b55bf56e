import type { ReadOrder } from '#contract/vendor/order.ts'
import { isOrderId } from '#contract/vendor/order-id.ts'
import { Button } from '#ui/button.tsx'
import { Later } from '#ui/later.tsx'
import { Message } from '#ui/message.tsx'
import { lazily } from '#words/catalogs.ts'
import { useQuery } from '@tanstack/react-query'
import { formatTime } from '#words/format.ts'
import { useLanguage, useWords } from '#words/words.tsx'
import { Suspense } from 'react'
import { useParams } from 'react-router'
import { AnswerBar } from './answer/answer-bar.tsx'
import { OrderFacts } from './order-facts.tsx'
import { OrderHeader } from './order-header.tsx'
import { OrderLines } from './order-lines.tsx'
import { OrderMoney } from './order-money.tsx'
import { orderNumber } from './order-number.ts'
import { orderQuery } from './order-queries.ts'
import { OrderSkeleton } from './order-skeleton.tsx'

const CustomerChange = lazily(async () => (await import('./customer-change.tsx')).CustomerChange)
const HandOverCodes = lazily(async () => (await import('./hand-over-codes.tsx')).HandOverCodes)
const OrderStory = lazily(async () => (await import('./order-story.tsx')).OrderStory)

/** `/orders/{id}`: one order, read in one second and answered with one tap. */
export function OrderScreen() {
  const say = useWords()
  const { orderId = '' } = useParams()
  if (!isOrderId(orderId)) {
    return (
      <Message role="alert" look="red">
        {say('order.badId')}
      </Message>
    )
  }
  // A new order is a new screen: what was held back or failed belongs to the one before.
  return <LoadedOrder key={orderId} orderId={orderId} />
}

function LoadedOrder({ orderId }: { readonly orderId: string }) {
  const say = useWords()
  const { data: view, error, dataUpdatedAt } = useQuery(orderQuery(orderId))
  if (!view) {
    if (error) throw error
    return <OrderSkeleton />
  }
  const { order, row } = view
  return (
    <div className="flex min-h-full flex-col gap-4">
      <title>{`${say('order.number', { number: orderNumber(order) })} · ${say('app.name')}`}</title>
      <div className="flex flex-1 flex-col gap-4">
        {error && <Stale since={dataUpdatedAt} />}
        <OrderHeader view={view} />
        <Suspense>
          {row && row.before_change !== null && <CustomerChange order={order} before={row.before_change} />}
        </Suspense>
        <OrderBody order={order} />
        {row && (
          <Later>
            <Suspense>
              <OrderStory timeline={row.timeline} problem={row.problem} />
            </Suspense>
          </Later>
        )}
      </div>
      <AnswerBar view={view} />
    </div>
  )
}

function OrderBody({ order }: { readonly order: ReadOrder }) {
  const say = useWords()
  return (
    <div className="grid items-start gap-4 wide:grid-cols-[1fr_22rem]">
      <OrderLines order={order} />
      <div className="flex flex-col gap-4">
        {(order.pickup_otp || order.return_otp) && (
          <Suspense>
            <HandOverCodes order={order} />
          </Suspense>
        )}
        <OrderMoney order={order} />
        <OrderFacts order={order} />
        <Button className="no-print" onClick={() => window.print()}>
          {say('order.print')}
        </Button>
      </div>
    </div>
  )
}

/** What is shown is old, and says so; it stays readable. */
function Stale({ since }: { readonly since: number }) {
  const say = useWords()
  const language = useLanguage()
  return (
    <Message role="status" look="amber">
      {say('order.stale', { time: formatTime(since, language) })}
    </Message>
  )
}
