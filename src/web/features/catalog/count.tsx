import { formatNumber } from '#web/i18n/format-number.ts'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import { useQuery } from '@tanstack/react-query'
import { countsQuery } from './catalog-queries.ts'

interface CountProps {
  readonly of: 'categories' | 'brands' | 'values'
  readonly id: number
  /** Where there is little room: the figure alone is seen, the whole is said. */
  readonly isShort?: boolean
}

/** How many items something has; never 0 while that is not certain. */
export function Count({ of, id, isShort = false }: CountProps) {
  const t = useTranslate()
  const language = useLanguage()
  const { data } = useQuery(countsQuery())
  const count = data?.data[of][String(id)] ?? 0
  const isCertain = data?.index.is_whole === true
  if (!isCertain && count === 0) return <Seen text="…" said={t('catalog.notCounted')} />
  const said = t(isCertain ? 'catalog.items' : 'catalog.atLeast', { count })
  return isShort ? <Seen text={`${formatNumber(count, language)}${isCertain ? '' : '+'}`} said={said} /> : said
}

const Seen = ({ text, said }: { readonly text: string; readonly said: string }) => (
  <>
    <bdi aria-hidden="true" className="tabular-nums">
      {text}
    </bdi>
    <span className="sr-only">{said}</span>
  </>
)
