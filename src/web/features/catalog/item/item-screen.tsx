import { Unreadable } from '#contract/salvage.ts'
import { Icon } from '#web/components/icon.tsx'
import { Picture } from '#web/components/picture.tsx'
import { Message } from '#web/components/text.tsx'
import { isGathering } from '#web/features/catalog/catalog-queries.ts'
import { IndexAge } from '#web/features/catalog/items/index-progress.tsx'
import { type ItemFound, itemQuery, type ItemsPage } from '#web/features/catalog/items/item-queries.ts'
import { lastList, seeItem } from '#web/features/catalog/items/filters-in-address.ts'
import { SaleLabel, SaleMarks, VirtualMark } from '#web/features/catalog/items/item-cells.tsx'
import { CatalogPage, ListSkeleton } from '#web/features/catalog/list-parts.tsx'
import { type ItemRow, keyOf, nameOf } from '#web/format/item.ts'
import { pictureAddress } from '#web/format/picture-address.ts'
import { Value } from '#web/format/value.tsx'
import { formatNumber } from '#web/i18n/format.ts'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import { ItemBelongs, ItemCodes } from './item-facts.tsx'
import { ItemSale } from './item-sale.tsx'
import { ItemTexts } from './item-texts.tsx'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link, useParams } from 'react-router'

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
      <SaleMarks item={item} withStock />
    </div>
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
