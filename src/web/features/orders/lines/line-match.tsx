import type { ItemMatch } from '#contract/desk/inbox.ts'
import { readable, Unreadable } from '#contract/salvage.ts'
import { paths } from '#contract/screen-paths.ts'
import type { ReadOrderItem } from '#contract/vendor/order.ts'
import { serverNow } from '#web/api/http/server-clock.ts'
import { ServiceText } from '#web/components/text.tsx'
import { discountOf, type ItemRow, keyOf, readItem, saleOf, translationsOf } from '#web/format/item.ts'
import { oldSince } from '#web/format/times.ts'
import { formatMoment, formatMoney } from '#web/i18n/format.ts'
import type { Language } from '#web/i18n/language.ts'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import { Link } from 'react-router'

/**
 * What the catalog calls a line's item in the person's own language; nothing where the line says the same, where it has
 * no such name, and where the two agree in nothing but their id.
 */
export function lineMatchName(
  line: ReadOrderItem | undefined,
  { by, item: raw }: ItemMatch,
  language: Language,
): string | undefined {
  if (by !== 'reference' && by !== 'barcode') return undefined
  const item = readItem(raw)
  if (item instanceof Unreadable) return undefined
  const own = translationsOf(item.name, language).find((name) => name.language === language)?.text
  return own === readable(readable(line?.product)?.name)?.trim() ? undefined : own
}

type Sent = string | Unreadable | null | undefined

const plain = (sent: Sent): string => readable(sent)?.trim().toLowerCase() ?? ''

/** Whether a product says otherwise than its order; where one of the two says nothing, there is no difference. */
export function isOther(ofProduct: Sent, ofOrder: Sent): boolean {
  const [product, order] = [plain(ofProduct), plain(ofOrder)]
  return product !== '' && order !== '' && product !== order
}

/** What the catalog says of a line that somebody is about to accept. */
type Truth =
  | { readonly is: 'outOfStock' | 'notAvailable' | 'inactive' | 'discountOver' }
  | { readonly is: 'tooFew'; readonly stock: number }
  | { readonly is: 'priceDiffers'; readonly price: number }

/**
 * Where the catalog contradicts a line, the gravest first; nothing where it agrees or does not say. `now` in
 * milliseconds. unspecified: whether a line's price is that of a unit, so the product's own price is compared; and the
 * catalog's currency, so a price in another one than the order's is not.
 */
export function truthsOfLine(line: ReadOrderItem, item: ItemRow, now: number, currency?: string): readonly Truth[] {
  const sale = saleOf(item)
  const truths: Truth[] = []
  if (sale === 'outOfStock' || sale === 'notAvailable' || sale === 'inactive') truths.push({ is: sale })
  const { stock } = item
  const quantity = readable(line.quantity)
  if (typeof stock === 'number' && stock > 0 && quantity !== undefined && quantity > stock)
    truths.push({ is: 'tooFew', stock })
  const product = readable(line.product)
  const price = isOther(product?.currency, currency) ? undefined : truthOfPrice(readable(product?.price), item, now)
  return price ? [...truths, price] : truths
}

function truthOfPrice(asked: number | undefined, item: ItemRow, now: number): Truth | undefined {
  const { price, discounted_price: lower } = item
  if (asked === undefined || price === undefined || price instanceof Unreadable || asked === price) return undefined
  const discount = discountOf(item, now)
  if (asked === lower) return discount.is === 'over' ? { is: 'discountOver' } : undefined
  return { is: 'priceDiffers', price: discount.is === 'running' && typeof lower === 'number' ? lower : price }
}

interface LineMatchProps {
  readonly line: ReadOrderItem
  readonly match: ItemMatch
  readonly currency: string | undefined
}

const bys = { reference: 'match.reference', barcode: 'match.barcode', id: 'match.id' } as const
const isKnownBy = (by: string): by is keyof typeof bys => by in bys

/** What the catalog says against a line, and the way to its item; with how the two were matched. */
export function LineMatch({ line, match, currency }: LineMatchProps) {
  const t = useTranslate()
  const language = useLanguage()
  const item = readItem(match.item)
  if (item instanceof Unreadable) return null
  const key = keyOf(item)
  const name = lineMatchName(line, match, language)
  const now = serverNow()
  const since = oldSince(match.read_at, now)
  const truths = truthsOfLine(line, item, now, currency).map((truth) => {
    switch (truth.is) {
      case 'priceDiffers':
        return t('match.priceDiffers', { price: formatMoney(truth.price, currency, language) })
      case 'tooFew':
        return t('match.tooFew', { stock: truth.stock })
      default:
        return t(`match.${truth.is}`)
    }
  })
  return (
    <div className="flex flex-wrap items-center gap-x-4 text-sm in-[.packing]:contents">
      {truths.map((truth) => (
        <p key={truth} className="font-semibold text-amber">
          {truth}
        </p>
      ))}
      {truths.length > 0 && since !== undefined && (
        <p className="text-soft">
          {t('match.lastRead', { when: formatMoment(new Date(since).toISOString(), language) })}
        </p>
      )}
      {name !== undefined && <ServiceText className="text-base text-soft">{name}</ServiceText>}
      {key !== undefined && (
        <Link to={paths.item(key)} className="inline-flex min-h-12 items-center text-soft underline">
          {t(isKnownBy(match.by) ? bys[match.by] : 'match.id')}
        </Link>
      )}
    </div>
  )
}

/** A line without a catalog item, while the catalog is still being read. */
export function LineUnmatched() {
  const t = useTranslate()
  return <p className="text-sm text-soft">{t('match.growing')}</p>
}
