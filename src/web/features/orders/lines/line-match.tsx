import { serverNow } from '#web/api/http/server-clock.ts'
import type { ItemMatch } from '#contract/desk/inbox.ts'
import { Unreadable } from '#contract/salvage.ts'
import type { ReadOrderItem } from '#contract/vendor/order.ts'
import { paths } from '#contract/screen-paths.ts'
import { oldSince } from '#web/format/catalog-age.ts'
import { keyOf, readItem } from '#web/format/item.ts'
import { ServiceText } from '#web/components/text.tsx'
import { formatMoment, formatMoney } from '#web/i18n/format.ts'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import { Link } from 'react-router'
import { lineMatchName } from './line-match-name.ts'
import { truthsOfLine } from './line-truth.ts'

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
