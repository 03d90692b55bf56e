import { decoded } from '#client/wire/decoded.ts'
import { Link } from '#client/navigation.tsx'
import { Unreadable } from '#contract/salvage.ts'
import { CatalogPage } from '#features/catalog/catalog-page.tsx'
import { isGathering } from '#features/catalog/catalog-queries.ts'
import { IndexAge } from '#features/catalog/items/index-age.tsx'
import { itemQuery, type ItemFound } from '#features/catalog/items/item-queries.ts'
import { SaleLabel, SaleMarks, VirtualMark } from '#features/catalog/items/sale-marks.tsx'
import { lastList, seeItem } from '#features/catalog/items/where-one-was.ts'
import { ListSkeleton } from '#features/catalog/list-skeleton.tsx'
import { nameOf } from '#reading/names.ts'
import type { ItemRow } from '#reading/item.ts'
import { pictureAddress } from '#reading/picture-address.ts'
import { Value } from '#reading/value.tsx'
import { Icon } from '#ui/icon.tsx'
import { Message } from '#ui/message.tsx'
import { Picture } from '#ui/picture.tsx'
import { formatNumber } from '#words/format-number.ts'
import { useLanguage, useWords } from '#words/words.tsx'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ItemBelongs } from './item-belongs.tsx'
import { ItemCodes } from './item-codes.tsx'
import { ItemSale } from './item-sale.tsx'
import { ItemTexts } from './item-texts.tsx'
import { useItemOnList } from './use-item-on-list.ts'

/** `/catalog/items/{id}`: all that the service says of an item; `itemId` as it stands in the address. */
export function ItemScreen({ itemId: part }: { readonly itemId: string }) {
  const itemId = decoded(part)
  const say = useWords()
  const language = useLanguage()
  const onList = useItemOnList(itemId)
  const { data, error } = useQuery(itemQuery(itemId))
  // What a list showed a moment ago is there at once, and stays where the item cannot be read by itself.
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
        {say('item.back')}
      </Link>
      {item instanceof Unreadable ? (
        <Message look="amber">
          {say('items.unreadable')} <Value of={item} />
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
  const say = useWords()
  const language = useLanguage()
  if (index && isGathering(index))
    return <p role="status">{say('item.notYet', { have: formatNumber(index.have, language) })}</p>
  const isSure = !index || index.is_whole
  return (
    <Message look="amber" role="alert">
      <p className="font-bold">{say(isSure ? 'item.notFoundTitle' : 'item.notShownTitle')}</p>
      <p>{isSure ? say('item.notFound') : say('items.short', { have: formatNumber(index.have, language) })}</p>
    </Message>
  )
}
