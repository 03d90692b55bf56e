import type { MoneySum, Shift } from '#contract/desk/shift.ts'
import { readable } from '#contract/salvage.ts'
import { paymentOf, readOrder } from '#contract/vendor/order.ts'
import { sumOf } from '#domain/money.ts'
import type { OrderRecord } from '#domain/order.ts'
import { isSale } from '#domain/order-outcome.ts'

/** What one order sold for. `amount` is undefined if its total or its currency cannot be read. */
export interface Sale {
  readonly amount: { readonly total: number; readonly currency: string } | undefined
  readonly payment: string | null
}

/** What an order sold for; undefined if its money does not count. */
export function saleOf(record: OrderRecord): Sale | undefined {
  const order = isSale(record) ? readOrder(record.orderId, record.order) : undefined
  if (!order) return undefined
  const [total, currency] = [readable(order.total), readable(order.currency)?.trim()]
  const amount = total !== undefined && Number.isFinite(total) && currency ? { total, currency } : undefined
  return { amount, payment: paymentOf(order) ?? null }
}

/** Sums sales by currency and payment method, those of most orders first. */
export function moneyOf(sales: readonly Sale[]): NonNullable<Shift['money']> {
  const read = sales.flatMap(({ amount, payment }) => (amount ? [{ ...amount, payment }] : []))
  const sums = [...Map.groupBy(read, ({ currency }) => currency)].map(([currency, own]): MoneySum => ({
    currency,
    ...countOf(own),
    payments: [...Map.groupBy(own, ({ payment }) => payment)]
      .map(([payment, some]) => ({ payment, ...countOf(some) }))
      .toSorted(byOrders),
  }))
  return { sums: sums.toSorted(byOrders), unreadable: sales.length - read.length }
}

const countOf = (sales: readonly { readonly total: number }[]) => ({
  orders: sales.length,
  total: sumOf(sales.map(({ total }) => total)),
})

const byOrders = (one: { readonly orders: number }, other: { readonly orders: number }): number =>
  other.orders - one.orders
