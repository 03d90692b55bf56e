import { useServerNow } from '#web/api/http/server-clock.ts'
import { discountOf, type ItemRow } from '#web/format/item.ts'
import { discountWords } from '#web/features/catalog/items/item-cells.tsx'
import { Money, Value } from '#web/format/value.tsx'
import { Digits } from '#web/components/text.tsx'
import { formatNumber } from '#web/i18n/format.ts'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import { Fact, Facts, Moment } from './item-facts.tsx'

/** The price, and whether customers can buy it. */
export function ItemSale({ item }: { readonly item: ItemRow }) {
  const t = useTranslate()
  const language = useLanguage()
  const now = useServerNow()
  const discount = discountOf(item, now)
  const isRunning = discount.is === 'running'
  const counts = 'text-lg font-bold'
  const yesNo = (is: boolean) => t(is ? 'value.yes' : 'value.no')
  return (
    <Facts title={t('item.sale')}>
      <Fact name={t('item.price')}>
        {isRunning ? (
          <s className="text-sm text-soft">
            <Money amount={item.price} currency={undefined} />
          </s>
        ) : (
          <span className={counts}>
            <Money amount={item.price} currency={undefined} />
          </span>
        )}
      </Fact>
      <Fact name={t('item.discountedPrice')}>
        <span className={isRunning ? `${counts} text-good` : ''}>
          <Money amount={item.discounted_price} currency={undefined} />
        </span>
        <span className="block text-sm text-soft">
          {discountWords(discount, item, t, language) ?? t('item.noDiscount')}
        </span>
      </Fact>
      <Fact name={t('item.discountStart')}>
        <Moment of={item.discount_start_at} />
      </Fact>
      <Fact name={t('item.discountEnd')}>
        <Moment of={item.discount_end_at} />
      </Fact>
      <Fact name={t('item.stock')}>
        <Value of={item.stock}>{(stock) => <Digits>{formatNumber(stock, language)}</Digits>}</Value>
      </Fact>
      <Fact name={t('item.active')}>
        <Value of={item.is_active}>{yesNo}</Value>
      </Fact>
      <Fact name={t('items.available')}>
        <Value of={item.is_available}>{yesNo}</Value>
      </Fact>
      <Fact name={t('items.virtual')}>
        <Value of={item.is_virtual}>{yesNo}</Value>
      </Fact>
      <Fact name={t('item.limit')}>
        {item.max_purchasable_quantity === null ? (
          t('item.noLimit')
        ) : (
          <Value of={item.max_purchasable_quantity}>{(most) => <Digits>{formatNumber(most, language)}</Digits>}</Value>
        )}
      </Fact>
    </Facts>
  )
}
