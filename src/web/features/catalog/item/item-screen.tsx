import { Unreadable } from '#contract/salvage.ts'
import { useServerNow } from '#web/api/http/server-clock.ts'
import { Icon } from '#web/components/icon.tsx'
import { Picture } from '#web/components/picture.tsx'
import { Digits, Message } from '#web/components/text.tsx'
import { isGathering } from '#web/features/catalog/catalog-queries.ts'
import {
  type ItemFound,
  itemQuery,
  type ItemsPage,
  lastList,
  seeItem,
} from '#web/features/catalog/items/item-queries.ts'
import { IndexAge } from '#web/features/catalog/items/index-progress.tsx'
import { discountWords, SaleLabel, SaleMarks, VirtualMark } from '#web/features/catalog/items/item-cells.tsx'
import { CatalogPage, ListSkeleton } from '#web/features/catalog/list-parts.tsx'
import { discountOf, type ItemRow } from '#domain/catalog-item.ts'
import { keyOf, nameOf } from '#web/format/item.ts'
import { pictureAddress } from '#web/format/order-number.ts'
import { Money, Value } from '#web/format/value.tsx'
import { formatNumber } from '#web/i18n/format.ts'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import { Fact, Facts, ItemBelongs, ItemCodes, ItemTexts, Moment } from './item-facts.tsx'
import { ItemOut } from './item-out.tsx'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link, useParams } from 'react-router'

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

/** The item as it was shown in a list, if it was. */
function useItemOnList(itemId: string): ItemRow | undefined {
  const queries = useQueryClient()
  const lists = queries.getQueriesData<ItemsPage>({ queryKey: ['catalog', 'items'] })
  return lists
    .flatMap(([, page]) => page?.rows ?? [])
    .find((row): row is ItemRow => !(row instanceof Unreadable) && keyOf(row) === itemId)
}

/** `/catalog/items/{id}`: all fields of an item. */
export function ItemScreen() {
  const { itemId = '' } = useParams()
  const t = useTranslate()
  const language = useLanguage()
  const onList = useItemOnList(itemId)
  const { data, error } = useQuery(itemQuery(itemId))
  // The row of the list is shown at once, and stays if the item itself cannot be read.
  const item = data?.item ?? onList
  useEffect(() => seeItem(itemId), [itemId])
  if (!item && !data && error) throw error
  const title = item && !(item instanceof Unreadable) ? nameOf(item, language) : `#${itemId}`
  return (
    <CatalogPage title={title}>
      <Link
        to={lastList()}
        className="-order-1 inline-flex min-h-12 items-center gap-2 self-start text-accent underline"
      >
        <Icon name="back" className="size-5 rtl:-scale-x-100" />
        {t('item.back')}
      </Link>
      {item instanceof Unreadable ? (
        <Message look="amber">
          {t('items.unreadable')} <Value of={item} />
        </Message>
      ) : item ? (
        <>
          {data?.index && <IndexAge index={data.index} />}
          <Item item={item} />
        </>
      ) : data ? (
        <NoItem found={data} />
      ) : (
        <ListSkeleton />
      )}
    </CatalogPage>
  )
}

const Item = ({ item }: { readonly item: ItemRow }) => (
  <>
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <SaleLabel item={item} />
      <VirtualMark item={item} />
      <SaleMarks item={item} />
    </div>
    <ItemOut item={item} />
    <div className="grid items-start gap-4 wide:grid-cols-[20rem_1fr]">
      <Picture src={pictureAddress(item.image_url)} className="aspect-square w-full max-w-80 max-tablet:max-w-40" />
      <div className="grid items-start gap-4 tablet:grid-cols-2">
        <ItemSale item={item} />
        <ItemBelongs item={item} />
        <ItemTexts item={item} />
        <ItemCodes item={item} />
      </div>
    </div>
  </>
)

function NoItem({ found: { index } }: { readonly found: ItemFound }) {
  const t = useTranslate()
  const language = useLanguage()
  if (index && isGathering(index))
    return <p role="status">{t('item.notYet', { have: formatNumber(index.have, language) })}</p>
  const isSure = !index || index.is_whole
  return (
    <Message look="amber" role="alert">
      <p className="font-bold">{t(isSure ? 'item.notFoundTitle' : 'item.notShownTitle')}</p>
      <p>{isSure ? t('item.notFound') : t('items.short', { have: formatNumber(index.have, language) })}</p>
    </Message>
  )
}
