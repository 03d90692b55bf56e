import type { ItemSearch } from '#contract/desk/catalog.ts'
import { perPageLimit } from '#contract/vendor/page.ts'
import { paths } from '#contract/screen-paths.ts'
import { Drawing } from '#web/components/icon.tsx'
import { formatNumber } from '#web/i18n/format-number.ts'
import { useLanguage, useTranslate, type Translate } from '#web/i18n/translations.tsx'
import type { Language } from '#web/i18n/language.ts'
import { Link } from 'react-router'
import type { ItemsPage } from './item-queries.ts'
import { pageOf } from './filters-in-address.ts'

interface PagesProps {
  readonly wanted: ItemSearch
  readonly shown: ItemsPage | undefined
  /** Something else was asked for, and has not come yet. */
  readonly isOld: boolean
}

const look =
  'inline-flex min-h-12 items-center gap-2 rounded border border-edge bg-raised px-4 font-semibold hover:bg-sunken'

/** Where one is in the list, and the way to its neighbours. */
export function Pages({ wanted, shown, isOld }: PagesProps) {
  const t = useTranslate()
  const language = useLanguage()
  const page = pageOf(wanted)
  const hasNext = shown !== undefined && mayRun(shown, page)
  const place = (
    <p aria-busy={isOld} className={`text-soft tabular-nums ${isOld ? 'opacity-60' : ''}`}>
      {shown && placeWords(shown, t, language)}
    </p>
  )
  if (page === 1 && !hasNext) return place
  const to = (number: number) => paths.items({ ...wanted, page: number === 1 ? undefined : String(number) })
  return (
    <nav aria-label={t('items.pages')} className="flex flex-wrap items-center gap-3">
      {page > 1 && (
        <Link to={to(page - 1)} className={look}>
          <Drawing path="M15 5l-7 7 7 7" className="size-5 rtl:-scale-x-100" />
          {t('items.previous')}
        </Link>
      )}
      {place}
      {hasNext && (
        <Link to={to(page + 1)} className={look}>
          {t('items.next')}
          <Drawing path="M9 5l7 7-7 7" className="size-5 rtl:-scale-x-100" />
        </Link>
      )}
    </nav>
  )
}

/** unspecified: where no last page is said, or one that belies the total, a full page may have another after it. */
function mayRun({ rows, last, total }: ItemsPage, page: number): boolean {
  if (last !== undefined && page < last) return true
  return rows.length >= perPageLimit && (last === undefined || (total ?? 0) > page * perPageLimit)
}

function placeWords({ from, to, total, page, rows }: ItemsPage, t: Translate, language: Language): string {
  if (rows.length === 0) return ''
  const [first, last, all] = [from, to, total].map((number) => number !== undefined && formatNumber(number, language))
  return first && last && all
    ? t('items.place', { from: first, to: last, total: all })
    : t('items.page', { page: String(page) })
}
