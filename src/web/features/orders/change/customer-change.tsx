import { readable } from '#contract/salvage.ts'
import type { ReadOrder } from '#contract/vendor/order.ts'
import { Message, ServiceText } from '#web/components/text.tsx'
import { formatMoney } from '#web/i18n/format.ts'
import { type Translate, useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import { canTellAll, changesOf, type LineChange } from './change.ts'

interface CustomerChangeProps {
  readonly order: ReadOrder
  /** The lines before the change. */
  readonly before: unknown
}

/** Shows what the customer changed, so that nobody packs the original order. */
export function CustomerChange({ order, before }: CustomerChangeProps) {
  const t = useTranslate()
  const language = useLanguage()
  const changes = changesOf(before, order)
  const money = (amount: number) => formatMoney(amount, readable(order.currency), language)
  return (
    <Message look="amber" role="note">
      <h2 className="font-bold">{t('changed.title')}</h2>
      {changes.length > 0 && (
        <ul className="text-strong">
          {changes.map((change) => (
            <li key={`${change.what} ${change.id}`}>
              <ServiceText>{changeText(change, t, money)}</ServiceText>
            </li>
          ))}
        </ul>
      )}
      {/* The lines have changed in a way that is not compared here or is unreadable. */}
      {(changes.length === 0 || !canTellAll(before, order)) && <p className="text-strong">{t('changed.other')}</p>}
    </Message>
  )
}

function changeText(change: LineChange, t: Translate, money: (amount: number) => string): string {
  const { name } = change
  switch (change.what) {
    case 'more':
      return t('changed.more', { name, before: change.before, now: change.now })
    case 'product':
      return t('changed.product', { name, before: change.before })
    case 'price':
      return t('changed.price', { name, before: money(change.before), now: money(change.now) })
    default:
      return t(`changed.${change.what}`, { name })
  }
}

/** unspecified: taxes and discounts have no fields, so the amounts may not add up to the total. */
export function MoneyDifference({ order }: { readonly order: ReadOrder }) {
  const t = useTranslate()
  const language = useLanguage()
  const parts = [order.subtotal, order.delivery_charge, order.service_charge].map(readable)
  const total = readable(order.total)
  if (total === undefined || parts.some((part) => part === undefined)) return null
  const sum = parts.reduce<number>((all, part) => all + (part ?? 0), 0)
  // Ignores rounding errors of binary fractions such as 0.1 + 0.2.
  if (Math.abs(sum - total) < 0.0005) return null
  const money = (amount: number) => formatMoney(Number(amount.toFixed(3)), readable(order.currency), language)
  return <p className="mt-2 text-sm text-soft">{t('order.difference', { sum: money(sum), total: money(total) })}</p>
}
