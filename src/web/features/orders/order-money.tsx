import { MoneyDifference } from '#web/features/orders/change/customer-change.tsx'
import type { Unreadable } from '#contract/salvage.ts'
import type { ReadOrder } from '#contract/vendor/order.ts'
import { useTranslate } from '#web/i18n/translations.tsx'
import { Money } from '#web/format/value.tsx'

/** The amounts as the service sent them, and a note if they do not add up. The desk computes no total. */
export function OrderMoney({ order }: { readonly order: ReadOrder }) {
  const t = useTranslate()
  const rows: readonly (readonly [string, number | Unreadable | undefined])[] = [
    [t('order.subtotal'), order.subtotal],
    [t('order.deliveryCharge'), order.delivery_charge],
    [t('order.serviceCharge'), order.service_charge],
  ]
  return (
    <section aria-label={t('order.total')} className="rounded border border-line bg-raised px-4 py-3">
      <dl className="space-y-1">
        {rows.map(([name, amount]) => (
          <MoneyRow key={name} name={name} amount={amount} order={order} />
        ))}
        <MoneyRow name={t('order.total')} amount={order.total} order={order} isTotal />
        {/* unspecified: its meaning. It is 0 for an order that is not paid in cash. */}
        {order.cash_amount !== 0 && <MoneyRow name={t('order.cash')} amount={order.cash_amount} order={order} />}
      </dl>

      <MoneyDifference order={order} />
    </section>
  )
}

interface MoneyRowProps {
  readonly name: string
  readonly amount: number | Unreadable | undefined
  readonly order: ReadOrder
  readonly isTotal?: boolean
}

/** An amount and its name, which wrap if they do not fit into one row. */
const MoneyRow = ({ name, amount, order, isTotal = false }: MoneyRowProps) => (
  <div className={isTotal ? 'order-sum order-total' : 'order-sum'}>
    <dt>{name}</dt>
    <dd>
      <Money amount={amount} currency={order.currency} />
    </dd>
  </div>
)
