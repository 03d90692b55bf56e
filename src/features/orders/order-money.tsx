import { readable, type Unreadable } from '#contract/salvage.ts'
import type { ReadOrder } from '#contract/vendor/order.ts'
import { formatMoney } from '#words/format.ts'
import { useLanguage, useWords } from '#words/words.tsx'
import { Money } from '#reading/money.tsx'

/** What was sent about money. No total of ours; where the parts do not add up, that is said. */
export function OrderMoney({ order }: { readonly order: ReadOrder }) {
  const say = useWords()
  const rows: readonly (readonly [string, number | Unreadable | undefined])[] = [
    [say('order.subtotal'), order.subtotal],
    [say('order.deliveryCharge'), order.delivery_charge],
    [say('order.serviceCharge'), order.service_charge],
  ]
  return (
    <section aria-label={say('order.total')} className="rounded border border-line bg-raised px-4 py-3">
      <dl className="order-sums">
        {rows.map(([name, amount]) => (
          <MoneyRow key={name} name={name} amount={amount} order={order} />
        ))}
        <MoneyRow name={say('order.total')} amount={order.total} order={order} isTotal />
        {/* unspecified: what it means. Of an order that is paid otherwise it is 0. */}
        {order.cash_amount !== 0 && <MoneyRow name={say('order.cash')} amount={order.cash_amount} order={order} />}
      </dl>
      <Difference order={order} />
    </section>
  )
}

interface MoneyRowProps {
  readonly name: string
  readonly amount: number | Unreadable | undefined
  readonly order: ReadOrder
  readonly isTotal?: boolean
}

const MoneyRow = ({ name, amount, order, isTotal = false }: MoneyRowProps) => (
  <>
    {isTotal && <div className="col-span-2 mt-1 border-t border-line pt-1" />}
    <dt className={isTotal ? 'text-lg font-bold' : 'text-soft'}>{name}</dt>
    <dd className={`text-end ${isTotal ? 'text-lg font-bold' : ''}`}>
      <Money amount={amount} currency={order.currency} />
    </dd>
  </>
)

/** unspecified: taxes and discounts have no fields, so the parts may well not add up to the total. */
function Difference({ order }: { readonly order: ReadOrder }) {
  const say = useWords()
  const language = useLanguage()
  const parts = [order.subtotal, order.delivery_charge, order.service_charge].map(readable)
  const total = readable(order.total)
  if (total === undefined || parts.some((part) => part === undefined)) return null
  const sum = parts.reduce<number>((all, part) => all + (part ?? 0), 0)
  // Binary fractions: 0.1 + 0.2 is no difference that anybody was charged.
  if (Math.abs(sum - total) < 0.0005) return null
  const money = (amount: number) => formatMoney(Number(amount.toFixed(3)), readable(order.currency), language)
  return <p className="mt-2 text-sm text-soft">{say('order.difference', { sum: money(sum), total: money(total) })}</p>
}
