import { readable } from '#contract/salvage.ts'
import type { ReadOrder } from '#contract/vendor/order.ts'
import { Message } from '#web/components/message.tsx'
import { ServiceText } from '#web/components/text.tsx'
import { formatMoney } from '#web/i18n/format.ts'
import { useLanguage, useTranslate, type Translate } from '#web/i18n/translations.tsx'
import { canTellAll, changesOf, type LineChange } from './change.ts'

interface CustomerChangeProps {
  readonly order: ReadOrder
  /** The lines as they were. */
  readonly before: unknown
}

/** What the customer changed, so that nobody packs what was ordered first. */
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
      {/* The desk saw that the lines are not as they were: in something that is not compared here, or cannot be read. */}
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
