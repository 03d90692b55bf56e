import { readable } from '#contract/salvage.ts'
import { paths } from '#contract/screen-paths.ts'
import { Drawing } from '#web/components/icon.tsx'
import { ServiceText } from '#web/components/text.tsx'
import { translationsOf } from '#domain/translations.ts'
import { type Discount, discountOf, type ItemRow, type Sale, saleOf, truthsOf } from '#domain/catalog-item.ts'
import { keyOf, nameOf } from '#web/format/item.ts'
import { formatSent } from '#web/format/times.ts'
import { PlainValue } from '#web/format/value.tsx'
import { formatMoney } from '#web/i18n/format.ts'
import type { Language } from '#web/i18n/language.ts'
import { type Translate, useLanguage, useTranslate, type MessageKey } from '#web/i18n/translations.tsx'
import { Link } from 'react-router'

interface ItemNameProps {
  readonly item: ItemRow
}

/**
 * An item's name as a link that covers its whole row, and its name in another language below. The box of the link
 * itself is 48 px high within the space of its row, because touch exploration of a screen reader only finds the box.
 */
export function ItemName({ item }: ItemNameProps) {
  const language = useLanguage()
  const key = keyOf(item)
  const name = <ServiceText>{nameOf(item, language)}</ServiceText>
  const other = translationsOf(item.name, language)[1]?.text
  return (
    <>
      {key === undefined ? (
        <span className="font-semibold">{name}</span>
      ) : (
        <Link
          to={paths.item(key)}
          data-row={key}
          className="-mt-1.5 -mb-4.5 inline-block pt-1.5 pb-4.5 font-semibold outline-none after:absolute after:inset-0 after:rounded-sm focus-visible:after:outline-3 focus-visible:after:-outline-offset-3 focus-visible:after:outline-accent"
        >
          {name}
        </Link>
      )}
      {other !== undefined && (
        <span className="block text-sm text-soft">
          {/* A box of its own, so that a text of the other direction is aligned and truncated at the correct ends. */}
          <ServiceText className="inline-block max-w-full truncate align-bottom">{other}</ServiceText>
        </span>
      )}
    </>
  )
}

interface PriceProps {
  readonly item: ItemRow
  /** Milliseconds since 1970. */
  readonly now: number
}

/** The current price and its discount. unspecified: items have no currency. */
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

/** An unreadable amount is plain text here, because the row is one link. The item's own screen shows the raw value. */
function Amount({ of }: { readonly of: ItemRow['price'] | ItemRow['discounted_price'] }) {
  const language = useLanguage()
  return (
    <PlainValue of={of}>
      {(amount) => <bdi className="whitespace-nowrap tabular-nums">{formatMoney(amount, undefined, language)}</bdi>}
    </PlainValue>
  )
}

const isWarning = ({ is }: Discount): boolean => is === 'odd' || is === 'unclear'

/** @returns undefined without a discount. */
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

const looks: Readonly<Record<Sale, string>> = {
  on: 'bg-good-tint text-good',
  outOfStock: 'bg-red-tint text-red',
  notAvailable: 'bg-amber-tint text-amber',
  inactive: 'bg-sunken text-soft',
  unclear: 'bg-amber-tint text-amber',
}

/** Whether customers can buy it, as one label. */
export function SaleLabel({ item }: { readonly item: ItemRow }) {
  const t = useTranslate()
  const sale = saleOf(item)
  return (
    <span className={`${looks[sale]} inline-block rounded-sm px-2 text-sm font-semibold`}>{t(`sale.${sale}`)}</span>
  )
}

/** What the label leaves open, each with an icon and a text: what is known of an unclear item, or a second obstacle. */
export function SaleMarks({ item }: { readonly item: ItemRow }) {
  const { isActive, isAvailable } = truthsOf(item)
  const sale = saleOf(item)
  const isUnclear = sale === 'unclear'
  const hasSecondObstacle = isAvailable === false && sale !== 'notAvailable'
  if (!isUnclear && !hasSecondObstacle) return null
  return (
    <span className="flex flex-wrap gap-x-3 text-sm text-soft">
      {isUnclear && <Mark is={isActive} yes="mark.active" no="mark.inactive" />}
      <Mark is={isAvailable} yes="mark.available" no="mark.unavailable" />
    </span>
  )
}

interface MarkProps {
  readonly is: boolean | undefined
  readonly yes: MessageKey & `mark.${string}`
  readonly no: MessageKey & `mark.${string}`
}

function Mark({ is, yes, no }: MarkProps) {
  const t = useTranslate()
  if (is === undefined) return null
  return (
    <span className="inline-flex items-center gap-1 whitespace-nowrap">
      <Drawing path={is ? 'M5 12.5l4.5 4.5L19 7.5' : 'M6 6l12 12M18 6 6 18'} className="size-3.5" />
      {t(is ? yes : no)}
    </span>
  )
}

/** Marks a digital item, such as a code or a subscription. */
export function VirtualMark({ item }: { readonly item: ItemRow }) {
  const t = useTranslate()
  if (item.is_virtual !== true) return null
  return (
    <span className="inline-block rounded-sm bg-accent-tint px-2 text-sm font-semibold text-accent">
      {t('items.virtual')}
    </span>
  )
}
