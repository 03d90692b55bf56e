import { canBeDismissed, isDismissed } from '#contract/desk/board-actions.ts'
import type { ItemMatch } from '#contract/desk/inbox.ts'
import type { Shortage } from '#contract/desk/shortages.ts'
import { readable, Unreadable } from '#contract/salvage.ts'
import type { ReadOrder, ReadOrderItem } from '#contract/vendor/order.ts'
import { isUnread, type OrderView } from '#web/api/order.ts'
import { Drawing } from '#web/components/icon.tsx'
import { Picture } from '#web/components/picture.tsx'
import { Message, ServiceText } from '#web/components/text.tsx'
import { pictureAddresses } from '#web/format/order-number.ts'
import { Money, Quantity, UnreadableMark, Value } from '#web/format/value.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { Customizations, LineFacts } from './line-facts.tsx'
import { LineShortage } from './line-shortage.tsx'
import { LineMatch, LineUnmatched } from './line-match.tsx'
import { type ReactNode, useId, useState } from 'react'

/** Explains why no lines are shown: the order was never read, its lines are unreadable, or it has none. */
export function NoLines({ view }: { readonly view: OrderView }) {
  const t = useTranslate()
  const { order, row } = view
  if (isUnread(view)) {
    // The dismiss button already shows the reason.
    if (row && canBeDismissed(row)) return null
    const isGivenUp = row?.problem === 'not_found' && isDismissed(row)
    return (
      <Message look="amber" role="note">
        {t(isGivenUp ? 'dismissed.not_found' : `problem.${row?.problem ?? 'unread'}`)}
      </Message>
    )
  }
  return order.items instanceof Unreadable ? (
    <Message look="red">{t('order.itemsUnreadable')}</Message>
  ) : (
    <Message look="amber">{t('order.noItems')}</Message>
  )
}

/** A line that is unreadable, with the raw data. */
function UnreadableLine({ line }: { readonly line: Unreadable }) {
  const t = useTranslate()
  return (
    <Message look="amber">
      <p className="text-lg font-semibold">{t('order.lineUnreadable')}</p>
      <p>{t('unreadableLine.hint')}</p>
      <ServiceText className="block text-sm">{JSON.stringify(line.raw)?.slice(0, 300) ?? ''}</ServiceText>
    </Message>
  )
}

interface LinePictureProps {
  readonly addresses: readonly string[]
  readonly name: string
  /** The id of the list of all pictures, which the button shows or hides. */
  readonly listId: string
  readonly isOpen: boolean
  readonly onOpen: (isOpen: boolean) => void
}

/** The product's picture; if there are several, a button that shows them all. */
function LinePicture({ addresses: [first, ...others], name, listId, isOpen, onOpen }: LinePictureProps) {
  const t = useTranslate()
  const look = 'order-line-picture'
  if (others.length === 0) return <Picture src={first} className={look} />
  const count = others.length + 1
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      aria-controls={isOpen ? listId : undefined}
      className={`${look} relative shrink-0 self-start rounded`}
      onClick={() => onOpen(!isOpen)}
    >
      <span className="sr-only">{t('line.pictures', { name, count })}</span>
      <Picture src={first} others={others} className="size-full" />
      {/* A number here would be read as a quantity. */}
      <span className="absolute end-0 bottom-0 rounded-sm bg-raised p-0.5" aria-hidden="true">
        <Drawing path="M8 3h13v13M3 8h13v13H3z" className="size-4" />
      </span>
    </button>
  )
}

interface ProductPicturesProps {
  readonly id: string
  readonly addresses: readonly string[]
}

/** All pictures of a product, large enough to distinguish similar products. */
function ProductPictures({ id, addresses }: ProductPicturesProps) {
  const t = useTranslate()
  return (
    <ul id={id} className="no-print mt-2 flex basis-full flex-wrap gap-2">
      {addresses.map((address, index) => (
        <li key={address}>
          <Picture
            src={address}
            alt={t('line.pictureOf', { number: index + 1, count: addresses.length })}
            className="size-36 max-tablet:size-24"
          />
        </li>
      ))}
    </ul>
  )
}

export interface OrderLineProps {
  readonly line: ReadOrderItem | Unreadable
  readonly order: ReadOrder
  /** The line's catalog item, if the desk found one. */
  readonly match: ItemMatch | undefined
  /** The catalog is still being read, so an item may be found later. */
  readonly isCatalogGrowing: boolean
  /** Highlighted, for example by a scan. */
  readonly isMarked: boolean
  /** The line's product is out today. */
  readonly shortage?: Shortage | undefined
  /** Shown instead of the quantity while packing; `foot` is shown below the line. */
  readonly start?: ReactNode
  readonly foot?: ReactNode
}

/** A line of the order: quantity, product and notes. */
export function OrderLine(props: OrderLineProps) {
  const { line, order, match, isCatalogGrowing, isMarked, shortage, start, foot } = props
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
          {shortage && <LineShortage shortage={shortage} orderId={order.id} />}
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
