import { readable } from '#contract/salvage.ts'
import { paths } from '#contract/screen-paths.ts'
import type { ItemRow } from '#domain/catalog-item.ts'
import { codesOfItem, isSameProduct } from '#domain/shortage.ts'
import { useShortages } from '#web/api/shortages.tsx'
import { Digits, ServiceText } from '#web/components/text.tsx'
import { whoWords } from '#web/format/person-words.ts'
import { ShortageBack } from '#web/format/shortage-back.tsx'
import { numberOfShortage } from '#web/format/shortage-words.ts'
import { formatSent } from '#web/format/times.ts'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { Fact, Facts } from './item-facts.tsx'

/** Says that the item is out today: since when, in which order it was missing and who said so. */
export function ItemOut({ item }: { readonly item: ItemRow }) {
  const t = useTranslate()
  const language = useLanguage()
  const queries = useQueryClient()
  const codes = codesOfItem({
    id: readable(item.id),
    vendor_reference_id: readable(item.vendor_reference_id),
    barcode: readable(item.barcode),
  })
  const shortage = useShortages().find((each) => isSameProduct(each, codes))
  if (!shortage) return null
  const number = numberOfShortage(queries, shortage)
  return (
    <div className="flex max-w-xl flex-col gap-2">
      <Facts title={t('item.out')} className="border-amber!">
        <Fact name={t('item.outSince')}>
          <Digits>{formatSent(shortage.since, language, t, { isShort: true })}</Digits>
        </Fact>
        <Fact name={t('item.outIn')}>
          <Link
            to={paths.order(shortage.order_id)}
            className="inline-flex min-h-12 items-center font-semibold text-accent underline"
          >
            {number === undefined ? t('item.outOpen') : <Digits>{number}</Digits>}
          </Link>
        </Fact>
        <Fact name={t('item.outBy')}>
          <ServiceText>{whoWords(shortage.by, t)}</ServiceText>
        </Fact>
      </Facts>
      <p className="text-soft">{t('item.outLocal')}</p>
      <div className="flex flex-wrap items-center gap-3">
        <ShortageBack shortage={shortage} />
      </div>
    </div>
  )
}
