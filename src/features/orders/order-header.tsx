import { readable } from '#contract/salvage.ts'
import { Fallback } from '#ui/fallback.tsx'
import { Digits, ServiceText } from '#ui/text.tsx'
import { lazily } from '#words/catalogs.ts'
import { useLanguage, useWords } from '#words/words.tsx'
import { formatSent } from '#reading/format-sent.ts'
import { useToday } from '#reading/is-today.ts'
import { orderNumber } from '#reading/order-number.ts'
import { isUnread, type OrderView } from '#client/order.ts'
import { StatusBadge } from './status/status-badge.tsx'
import { OrderTimeLeft } from './time/time-left.tsx'
import { Value } from '#reading/value.tsx'

const PutAside = lazily(async () => (await import('./put-aside.tsx')).PutAside)

/** Which order, whose, in what state, and how long is left: the largest things on the screen. */
export function OrderHeader({ view }: { readonly view: OrderView }) {
  const { order, lane, row } = view
  const say = useWords()
  const language = useLanguage()
  useToday()
  const since = readable(readable(order.status)?.created_at)
  const customer = readable(order.customer)
  return (
    <header className="order-head">
      <div className="min-w-0">
        <h1 className="line-clamp-2 text-2xl font-extrabold">
          <Digits>{orderNumber(order)}</Digits>
        </h1>
        {/* Cut off at the end of its own direction, at the side where our own words begin. */}
        <p className="text-left text-lg rtl:text-right">
          <span className="sr-only">{say('order.customer')} </span>
          {customer ? (
            <Value of={customer.name}>{(name) => <ServiceText className="line-clamp-3">{name}</ServiceText>}</Value>
          ) : (
            <Value of={order.customer} />
          )}
        </p>
        <p className="mt-2 flex flex-wrap items-center gap-3">
          {!isUnread(view) && <StatusBadge order={order} />}
          {since && (
            <span className="text-sm text-soft">
              {say('order.statusSince', { time: formatSent(since, language, say, { isShort: true }) })}
            </span>
          )}
        </p>
        {lane !== 'answer' && row?.problem && (
          <Fallback instead={null}>
            <PutAside row={row} />
          </Fallback>
        )}
      </div>
      {lane === 'answer' && <OrderTimeLeft view={view} />}
    </header>
  )
}
