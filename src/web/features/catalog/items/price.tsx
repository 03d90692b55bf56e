import { readable } from '#contract/salvage.ts'
import type { ItemRow } from '#web/format/item.ts'
import { PlainValue } from '#web/format/plain-value.tsx'
import { formatSent } from '#web/format/format-sent.ts'
import { formatMoney } from '#web/i18n/format.ts'
import type { Language } from '#web/i18n/language.ts'
import { useLanguage, useTranslate, type Translate } from '#web/i18n/translations.tsx'
import { discountOf, type Discount } from '#web/format/discount.ts'

interface PriceProps {
  readonly item: ItemRow
  /** Milliseconds since 1970. */
  readonly now: number
}

/** What it costs now, and how that stands to its discount. unspecified: an item says no currency. */
export function Price({ item, now }: PriceProps) {
  const t = useTranslate()
  const language = useLanguage()
  const discount = discountOf(item, now)
  const isRunning = discount.is === 'running'
  const label = discountWords(discount, item, t, language)
  return (
    <>
      <span className={`font-semibold ${isRunning ? 'text-good' : ''}`}>
        <Amount of={isRunning ? item.discounted_price : item.price} />
      </span>
      {isRunning && (
        <span className="ms-2 text-sm text-soft">
          <span className="sr-only">{t('line.was')} </span>
          <s>
            <Amount of={item.price} />
          </s>
        </span>
      )}
      {label !== undefined && (
        <span className={`block text-sm ${isWarning(discount) ? 'text-amber' : isRunning ? 'text-good' : 'text-soft'}`}>
          {label}
        </span>
      )}
    </>
  )
}

/** A row is one link: what could not be read is a word in it, and is opened on the item's own screen. */
function Amount({ of }: { readonly of: ItemRow['price'] | ItemRow['discounted_price'] }) {
  const language = useLanguage()
  return (
    <PlainValue of={of}>
      {(amount) => <bdi className="whitespace-nowrap tabular-nums">{formatMoney(amount, undefined, language)}</bdi>}
    </PlainValue>
  )
}

const isWarning = ({ is }: Discount): boolean => is === 'odd' || is === 'unclear'

/** @returns nothing where there is no discount. */
export function discountWords(discount: Discount, item: ItemRow, t: Translate, language: Language): string | undefined {
  switch (discount.is) {
    case 'none':
      return undefined
    case 'running':
      return discount.until === undefined
        ? t('discount.running')
        : t('discount.runningUntil', { time: formatSent(discount.until, language, t) })
    case 'scheduled':
      return t('discount.scheduled', { time: formatSent(discount.from, language, t) })
    case 'over':
      return t('discount.over', { time: formatSent(discount.since, language, t) })
    case 'odd':
    case 'unclear':
      return t(`discount.${discount.is}`, { amount: amountText(item, language) })
  }
}

function amountText({ discounted_price: lower }: ItemRow, language: Language): string {
  const amount = readable(lower)
  return typeof amount === 'number' ? formatMoney(amount, undefined, language) : '—'
}
