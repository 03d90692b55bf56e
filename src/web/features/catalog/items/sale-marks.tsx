import type { ItemRow } from '#web/format/item.ts'
import { Drawing } from '#web/components/icon.tsx'
import { useTranslate, type WordKey } from '#web/i18n/translations.tsx'
import { saleOf, truthsOf, type Sale } from '#web/format/sale.ts'

const looks: Readonly<Record<Sale, string>> = {
  on: 'bg-good-tint text-good',
  outOfStock: 'bg-red-tint text-red',
  notAvailable: 'bg-amber-tint text-amber',
  inactive: 'bg-sunken text-soft',
  unclear: 'bg-amber-tint text-amber',
}

/** Whether it can be bought, in one word. */
export function SaleLabel({ item }: { readonly item: ItemRow }) {
  const t = useTranslate()
  const sale = saleOf(item)
  return (
    <span className={`${looks[sale]} inline-block rounded-sm px-2 text-sm font-semibold`}>{t(`sale.${sale}`)}</span>
  )
}

/** The truths behind the one word, each with a sign and its word. */
export function SaleMarks({ item, withStock = false }: { readonly item: ItemRow; readonly withStock?: boolean }) {
  const { isActive, isAvailable, isInStock } = truthsOf(item)
  return (
    <span className="flex flex-wrap gap-x-3 text-sm text-soft">
      <Mark is={isActive} yes="mark.active" no="mark.inactive" />
      <Mark is={isAvailable} yes="mark.available" no="mark.unavailable" />
      {withStock && <Mark is={isInStock} yes="mark.inStock" no="mark.noStock" />}
    </span>
  )
}

interface MarkProps {
  readonly is: boolean | undefined
  readonly yes: WordKey & `mark.${string}`
  readonly no: WordKey & `mark.${string}`
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

/** A good that is not handed over: a code, a subscription. */
export function VirtualMark({ item }: { readonly item: ItemRow }) {
  const t = useTranslate()
  if (item.is_virtual !== true) return null
  return (
    <span className="inline-block rounded-sm bg-accent-tint px-2 text-sm font-semibold text-accent">
      {t('items.virtual')}
    </span>
  )
}
