import { Unreadable } from '#contract/salvage.ts'
import { useBrandNames } from '#web/features/catalog/catalog-queries.ts'
import type { ItemRow } from '#domain/catalog-item.ts'
import { keyOf } from '#web/format/item.ts'
import { pictureAddress } from '#web/format/order-number.ts'
import { PlainValue, Value } from '#web/format/value.tsx'
import { Picture } from '#web/components/picture.tsx'
import { Digits, ServiceText } from '#web/components/text.tsx'
import { formatNumber } from '#web/i18n/format.ts'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import type { ReactNode } from 'react'
import { ItemName, Price, SaleLabel, SaleMarks, VirtualMark } from './item-cells.tsx'
import type { ItemsPage } from './item-queries.ts'

interface ItemsTableProps {
  readonly rows: ItemsPage['rows']
  /** Milliseconds since 1970. */
  readonly now: number
}

// A grid instead of a table, because table rows cannot become cards on a phone. All rows are laid out at once and none
// has a hover style: a third of the frames were late while scrolling on a slow processor, now 9 %.
const columns =
  'grid gap-x-3 px-3 grid-cols-[3.5rem_minmax(0,1fr)_auto] tablet:grid-cols-[3rem_minmax(0,1fr)_8.5rem_4rem_11rem] wide:grid-cols-[3rem_minmax(0,1fr)_7.5rem_7.5rem_8.5rem_4rem_11rem_6rem]'
const onWide = 'max-wide:hidden'

/** Items as rows: a table from 600 px on, a list of cards below. */
export function ItemsTable({ rows, now }: ItemsTableProps) {
  const t = useTranslate()
  return (
    <div role="table" aria-label={t('nav.items')}>
      <div role="rowgroup" className="sticky top-0 z-1 bg-raised max-tablet:sr-only">
        <div
          role="row"
          className={`${columns} min-h-12 items-center border-b border-edge text-sm font-semibold text-soft`}
        >
          <Head>
            <span className="sr-only">{t('items.picture')}</span>
          </Head>
          <Head>{t('items.name')}</Head>
          <Head className={onWide}>{t('items.reference')}</Head>
          <Head className={onWide}>{t('items.barcode')}</Head>
          <Head className="text-end">{t('items.price')}</Head>
          <Head className="text-end">{t('items.stock')}</Head>
          <Head className="tablet:ps-3">{t('items.state')}</Head>
          <Head className={onWide}>{t('items.brand')}</Head>
        </div>
      </div>
      <div role="rowgroup" className="divide-y divide-line">
        {rows.map((row, index) => (
          <div
            key={(row instanceof Unreadable ? undefined : keyOf(row)) ?? `row ${index}`}
            role="row"
            className={`${columns} relative min-h-14 items-center py-1.5`}
          >
            {row instanceof Unreadable ? <UnreadableRow row={row} /> : <ItemCells item={row} now={now} />}
          </div>
        ))}
      </div>
    </div>
  )
}

interface CellProps {
  readonly className?: string
  readonly children: ReactNode
}

const Head = ({ className = '', children }: CellProps) => (
  <div role="columnheader" className={className}>
    {children}
  </div>
)

const Cell = ({ className = '', children }: CellProps) => (
  <div role="cell" className={`min-w-0 ${className}`}>
    {children}
  </div>
)

function ItemCells({ item, now }: { readonly item: ItemRow; readonly now: number }) {
  const language = useLanguage()
  const t = useTranslate()
  return (
    <>
      <Cell className="max-tablet:row-span-3 max-tablet:self-start max-tablet:pt-1">
        <Picture src={pictureAddress(item.image_url)} className="size-12 max-tablet:size-14" />
      </Cell>
      {/* The link has the size of a touch target if the row below it is not part of the link. */}
      <Cell className="max-tablet:col-span-2 max-tablet:min-h-12">
        <ItemName item={item} />
      </Cell>
      <Cell className={`${onWide} text-sm`}>
        <PlainValue of={item.vendor_reference_id}>{(text) => <Digits className="block">{text}</Digits>}</PlainValue>
        {item.sku !== null && item.sku !== item.vendor_reference_id && (
          <PlainValue of={item.sku}>{(text) => <Digits className="block text-soft">{text}</Digits>}</PlainValue>
        )}
      </Cell>
      <Cell className={`${onWide} text-sm`}>
        <PlainValue of={item.barcode}>{(text) => <Digits>{text}</Digits>}</PlainValue>
      </Cell>
      <Cell className="text-end max-tablet:col-start-2 max-tablet:text-start">
        <Price item={item} now={now} />
      </Cell>
      <Cell className="text-end">
        <span className="text-soft tablet:hidden">{t('items.stock')} </span>
        <PlainValue of={item.stock}>{(stock) => <Digits>{formatNumber(stock, language)}</Digits>}</PlainValue>
      </Cell>
      <Cell className="flex flex-wrap items-center gap-x-2 max-tablet:col-span-2 tablet:ps-3">
        <SaleLabel item={item} />
        <VirtualMark item={item} />
        <SaleMarks item={item} />
      </Cell>
      <Cell className={`${onWide} text-sm`}>
        <Brand item={item} />
      </Cell>
    </>
  )
}

function Brand({ item }: { readonly item: ItemRow }) {
  const brandName = useBrandNames()
  return <PlainValue of={item.brand_id}>{(id) => <ServiceText>{brandName(id)}</ServiceText>}</PlainValue>
}

/** An unreadable row is shown too, so that the number of rows is right. */
function UnreadableRow({ row }: { readonly row: Unreadable }) {
  const t = useTranslate()
  return (
    <div role="cell" className="col-span-full flex items-center gap-3 text-amber">
      {t('items.unreadable')} <Value of={row} />
    </div>
  )
}
