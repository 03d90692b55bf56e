import { useServerNow } from '#client/wire/server-clock.ts'
import { discountOf } from '#reading/discount.ts'
import { discountWords } from '#features/catalog/items/price.tsx'
import type { ItemRow } from '#reading/item.ts'
import { Money } from '#reading/money.tsx'
import { Value } from '#reading/value.tsx'
import { Digits } from '#ui/text.tsx'
import { formatNumber } from '#words/format-number.ts'
import { useLanguage, useWords } from '#words/words.tsx'
import { Fact, Facts } from './facts.tsx'
import { Moment } from './moment.tsx'

/** What it costs, and whether it can be bought. */
export function ItemSale({ item }: { readonly item: ItemRow }) {
  const say = useWords()
  const language = useLanguage()
  const now = useServerNow()
  const discount = discountOf(item, now)
  const isRunning = discount.is === 'running'
  const counts = 'text-lg font-bold'
  const yesNo = (is: boolean) => say(is ? 'value.yes' : 'value.no')
  return (
    <Facts title={say('item.sale')}>
      <Fact name={say('item.price')}>
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
      <Fact name={say('item.discountedPrice')}>
        <span className={isRunning ? `${counts} text-good` : ''}>
          <Money amount={item.discounted_price} currency={undefined} />
        </span>
        <span className="block text-sm text-soft">
          {discountWords(discount, item, say, language) ?? say('item.noDiscount')}
        </span>
      </Fact>
      <Fact name={say('item.discountStart')}>
        <Moment of={item.discount_start_at} />
      </Fact>
      <Fact name={say('item.discountEnd')}>
        <Moment of={item.discount_end_at} />
      </Fact>
      <Fact name={say('item.stock')}>
        <Value of={item.stock}>{(stock) => <Digits>{formatNumber(stock, language)}</Digits>}</Value>
      </Fact>
      <Fact name={say('item.active')}>
        <Value of={item.is_active}>{yesNo}</Value>
      </Fact>
      <Fact name={say('items.available')}>
        <Value of={item.is_available}>{yesNo}</Value>
      </Fact>
      <Fact name={say('items.virtual')}>
        <Value of={item.is_virtual}>{yesNo}</Value>
      </Fact>
      <Fact name={say('item.limit')}>
        {item.max_purchasable_quantity === null ? (
          say('item.noLimit')
        ) : (
          <Value of={item.max_purchasable_quantity}>{(most) => <Digits>{formatNumber(most, language)}</Digits>}</Value>
        )}
      </Fact>
    </Facts>
  )
}
