import { readable } from '#contract/salvage.ts'
import type { ReadOrder } from '#contract/vendor/order.ts'
import { formatMoney } from '#web/i18n/format.ts'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'

/** unspecified: taxes and discounts have no fields, so the parts may well not add up to the total. */
export function MoneyDifference({ order }: { readonly order: ReadOrder }) {
  const t = useTranslate()
  const language = useLanguage()
  const parts = [order.subtotal, order.delivery_charge, order.service_charge].map(readable)
  const total = readable(order.total)
  if (total === undefined || parts.some((part) => part === undefined)) return null
  const sum = parts.reduce<number>((all, part) => all + (part ?? 0), 0)
  // Binary fractions: 0.1 + 0.2 is no difference that anybody was charged.
  if (Math.abs(sum - total) < 0.0005) return null
  const money = (amount: number) => formatMoney(Number(amount.toFixed(3)), readable(order.currency), language)
  return <p className="mt-2 text-sm text-soft">{t('order.difference', { sum: money(sum), total: money(total) })}</p>
}
