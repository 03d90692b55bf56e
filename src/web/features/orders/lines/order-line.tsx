import { LineMatch, LineUnmatched } from './line-match.tsx'
import { UnreadableLine } from './line-notes.tsx'
import type { ItemMatch } from '#contract/desk/inbox.ts'
import { Unreadable, readable } from '#contract/salvage.ts'
import type { ReadOrder, ReadOrderItem } from '#contract/vendor/order.ts'
import { useTranslate } from '#web/i18n/translations.tsx'
import { Customizations } from './customizations.tsx'
import { LineFacts } from './line-facts.tsx'
import { LinePicture, ProductPictures } from './line-picture.tsx'
import { Money, Quantity, UnreadableMark, Value } from '#web/format/value.tsx'
import { pictureAddresses } from '#web/format/picture-address.ts'
import { useId, useState, type ReactNode } from 'react'

export interface OrderLineProps {
  readonly line: ReadOrderItem | Unreadable
  readonly order: ReadOrder
  /** The line's catalog item, if the desk found one. */
  readonly match: ItemMatch | undefined
  /** The catalog is still being read, so an item may be found later. */
  readonly isCatalogGrowing: boolean
  /** Highlighted, for example by a scan. */
  readonly isMarked: boolean
  /** Shown instead of the quantity while packing; `foot` is shown below the line. */
  readonly start?: ReactNode
  readonly foot?: ReactNode
}

/** A line of the order: quantity, product and notes. */
export function OrderLine({ line, order, match, isCatalogGrowing, isMarked, start, foot }: OrderLineProps) {
  const t = useTranslate()
  const [isOpen, open] = useState(false)
  const listId = useId()
  if (line instanceof Unreadable) {
    // Never left out, or the order would be packed incomplete.
    return (
      <li className="order-line">
        {start}
        <div className="order-line-text">
          <UnreadableLine line={line} />
          {foot}
        </div>
      </li>
    )
  }
  const product = readable(line.product)
  const pictures = pictureAddresses([product?.featured_image, ...(readable(product?.images) ?? [])])
  return (
    <li aria-current={isMarked || undefined} className="order-line laid-out-late">
      {start ?? (
        <span className="min-w-14 shrink-0 text-xl font-bold">
          <Value of={line.quantity}>{(quantity) => <Quantity of={quantity} />}</Value>
        </span>
      )}
      <LinePicture
        addresses={pictures}
        name={readable(product?.name) || t('line.noName', { id: readable(line.id) ?? '?' })}
        listId={listId}
        isOpen={isOpen}
        onOpen={open}
      />
      <div className="order-line-text">
        <div className="order-line-name">
          <p>
            <LineName line={line} />
          </p>
          <LinePrice line={line} currency={order.currency} />
        </div>
        <div className="order-line-rest">
          {isOpen && pictures.length > 1 && <ProductPictures id={listId} addresses={pictures} />}
          <LineFacts line={line} order={order} />
          <Customizations of={line.customizations} />
          {(match ?? isCatalogGrowing) && (
            <div className="order-line-match no-print">
              {match ? <LineMatch line={line} match={match} currency={readable(order.currency)} /> : <LineUnmatched />}
            </div>
          )}
          {foot}
        </div>
      </div>
    </li>
  )
}

function LineName({ line }: { readonly line: ReadOrderItem }) {
  const t = useTranslate()
  if (line.product instanceof Unreadable) return <UnreadableMark of={line.product} />
  const name = line.product?.name
  const id = readable(line.id) ?? '?'
  return name === undefined || name === '' ? t('line.noName', { id }) : <Value of={name} />
}

function LinePrice({ line, currency }: { readonly line: ReadOrderItem; readonly currency: ReadOrder['currency'] }) {
  const t = useTranslate()
  const product = readable(line.product)
  const original = product?.original_price
  const isReduced = original !== undefined && original !== null && original !== line.price
  return (
    <p className="ms-auto shrink-0 text-end">
      <span className="sr-only">{t('line.price')} </span>
      <Money amount={line.price} currency={readable(currency) || product?.currency} />
      {isReduced && (
        <span className="block text-sm text-faint">
          {t('line.was')}{' '}
          <s>
            <Money amount={original} currency={readable(product?.currency) || currency} />
          </s>
        </span>
      )}
    </p>
  )
}
