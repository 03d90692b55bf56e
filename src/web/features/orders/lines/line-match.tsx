import type { ItemMatch } from '#contract/desk/inbox.ts'
import { readable, Unreadable } from '#contract/salvage.ts'
import { paths } from '#contract/screen-paths.ts'
import type { ReadOrderItem } from '#contract/vendor/order.ts'
import { serverNow } from '#web/api/http/server-clock.ts'
import { ServiceText } from '#web/components/text.tsx'
import { translationsOf } from '#domain/translations.ts'
import { readItem } from '#domain/catalog-item.ts'
import { truthsOfLine } from '#domain/line-truths.ts'
import { keyOf } from '#web/format/item.ts'
import { oldSince } from '#web/format/times.ts'
import { formatMoment, formatMoney } from '#web/i18n/format.ts'
import type { Language } from '#web/i18n/language.ts'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import { Link } from 'react-router'

/**
 * The catalog's name of a line's item in the interface language; undefined if the line has the same name, if there is no
 * such name, or if the two were matched by id alone.
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

interface LineMatchProps {
  readonly line: ReadOrderItem
  readonly match: ItemMatch
  readonly currency: string | undefined
}

const bys = { reference: 'match.reference', barcode: 'match.barcode', id: 'match.id' } as const
const isKnownBy = (by: string): by is keyof typeof bys => by in bys

/** Shows contradictions between the catalog and a line, with a link to the item that says how the two were matched. */
export function LineMatch({ line, match, currency }: LineMatchProps) {
  const t = useTranslate()
  const language = useLanguage()
  const item = readItem(match.item)
  if (item instanceof Unreadable) return null
  const key = keyOf(item)
  const name = lineMatchName(line, match, language)
  const now = serverNow()
  const since = oldSince(match.read_at, now)
  const mismatches = truthsOfLine(line, item, now, currency).map((mismatch) => {
    switch (mismatch.is) {
      case 'priceDiffers':
        return t('match.priceDiffers', { price: formatMoney(mismatch.price, currency, language) })
      case 'tooFew':
        return t('match.tooFew', { stock: mismatch.stock })
      default:
        return t(`match.${mismatch.is}`)
    }
  })
  // A reference that matches, without a contradiction, says nothing that is not on the line.
  if (match.by === 'reference' && mismatches.length === 0 && name === undefined) return null
  return (
    <div className="flex flex-wrap items-center gap-x-4 text-sm in-[.packing]:contents">
      {mismatches.map((mismatch) => (
        <p key={mismatch} className="font-semibold text-amber">
          {mismatch}
        </p>
      ))}
      {mismatches.length > 0 && since !== undefined && (
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

/** Shown on a line without a catalog item while the catalog is still being read. */
export function LineUnmatched() {
  const t = useTranslate()
  return <p className="text-sm text-soft">{t('match.growing')}</p>
}
