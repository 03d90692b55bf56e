import type { ItemSearch } from '#contract/desk/catalog.ts'
import { paths } from '#contract/screen-paths.ts'
import { perPageLimit } from '#contract/vendor/catalog-endpoints.ts'
import { Drawing } from '#web/components/icon.tsx'
import { formatNumber } from '#web/i18n/format.ts'
import type { Language } from '#web/i18n/language.ts'
import { type Translate, useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import { type ItemsPage, pageOf } from './item-queries.ts'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'

interface PagesProps {
  readonly filters: ItemSearch
  readonly shown: ItemsPage | undefined
  /** Another search was requested and has not been answered yet. */
  readonly isOld: boolean
}

const look =
  'inline-flex min-h-12 items-center gap-2 rounded border border-edge bg-raised px-4 font-semibold hover:bg-sunken'

/** The position in the list, with links to the previous and next page. */
export function Pages({ filters, shown, isOld }: PagesProps) {
  const t = useTranslate()
  const language = useLanguage()
  const page = pageOf(filters)
  const hasNext = shown !== undefined && mayRun(shown, page)
  const place = (
    <p aria-busy={isOld} className={`text-soft tabular-nums ${isOld ? 'opacity-60' : ''}`}>
      {shown && placeWords(shown, t, language)}
    </p>
  )
  if (page === 1 && !hasNext) return place
  const to = (number: number) => paths.items({ ...filters, page: number === 1 ? undefined : String(number) })
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

/**
 * unspecified: the last page may be missing or contradict the total. Then a full page may have another one after it.
 */
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

const step: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/** Up and down move between the search field and the links of the rows; Enter opens a link, as everywhere. */
export function walkLinks(event: KeyboardEvent<HTMLElement>): void {
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('[type="search"], [data-row]')]
  const at = stops.findIndex((stop) => stop === document.activeElement)
  const by = step[event.key]
  if (at < 0 || by === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  stops[at + by]?.focus()
}

/**
 * Redirects from a page after the last one to the last one.
 * @returns the requested page, as long as the last one is shown instead.
 */
export function usePastLast(filters: ItemSearch, shown: ItemsPage | undefined): number | undefined {
  const navigate = useNavigate()
  const [past, setPast] = useState<{ readonly requested: number; readonly last: number }>()
  const requested = pageOf(filters)
  const isPast = shown?.rows.length === 0 && shown.last !== undefined && shown.last < requested
  const last = isPast ? Math.max(1, shown.last ?? 1) : undefined
  if (last !== undefined && past?.requested !== requested) setPast({ requested, last })
  useEffect(() => {
    if (last === undefined) return
    void navigate(paths.items({ ...filters, page: last === 1 ? undefined : String(last) }), { replace: true })
  }, [last, filters, navigate])
  return past?.last === requested ? past.requested : undefined
}
