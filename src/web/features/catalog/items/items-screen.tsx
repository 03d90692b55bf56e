import { Failure } from '#web/api/http/failure.ts'
import { ItemsFound, readItemsView, SearchItems, ViewChoice } from './items-found.tsx'
import { reachOf, type ItemSearch } from '#contract/desk/catalog.ts'
import { isReadAs, readBarcode } from '#domain/barcode.ts'
import { CatalogPage, ListSkeleton } from '#web/features/catalog/list-parts.tsx'
import { Unreadable } from '#contract/salvage.ts'
import { paths } from '#contract/screen-paths.ts'
import { barcodeWords } from '#web/format/barcode-words.ts'
import { readFailureWords } from '#web/format/failure-words.ts'
import { Button } from '#web/components/button.tsx'
import { Drawing } from '#web/components/icon.tsx'
import { Message } from '#web/components/text.tsx'
import { useRootMark } from '#web/components/root-mark.ts'
import type { Language } from '#web/i18n/language.ts'
import { useLanguage, useTranslate, type Translate } from '#web/i18n/translations.tsx'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { FilterChips, Filters } from './filters.tsx'
import { IndexProgress } from './index-progress.tsx'
import { changed, filtersIn, isSearch, type ItemsPage, itemsQuery, readFilters, seeList } from './item-queries.ts'
import { Pages, usePastLast, walkLinks } from './pages.tsx'

/** `/catalog/items`: the pages of the service, or the search and filters of the address. */
export function ItemsScreen() {
  const t = useTranslate()
  const { search } = useLocation()
  const navigate = useNavigate()
  const filters = useMemo(() => readFilters(search), [search])
  const [view, setView] = useState(readItemsView)
  const [isFiltering, setFiltering] = useState(false)
  const { data, error, isPlaceholderData, refetch } = useQuery(itemsQuery(filters))
  const past = usePastLast(filters, isPlaceholderData ? undefined : data)
  useEffect(() => seeList(paths.items(filters)), [filters])
  useRootMark('fills', 'items')
  const onChange = (change: ItemSearch) => void navigate(paths.items(changed(filters, change)))
  const onSearch = useCallback(
    // A new search is one history entry that the user can go back from; further typing replaces it.
    (q: string) =>
      void navigate(paths.items(changed(filters, { q: q === '' ? undefined : q })), {
        replace: q !== '' && filters.q !== undefined,
      }),
    [navigate, filters],
  )
  return (
    <CatalogPage title={t('nav.items')} className="min-h-0 flex-1" onKeyDown={walkLinks}>
      <div className="flex flex-wrap gap-3">
        <SearchItems q={filters.q ?? ''} onSearch={onSearch} />
        <Button aria-expanded={isFiltering} onClick={() => setFiltering(!isFiltering)}>
          <Drawing path="M4 6h16M7 12h10M10 18h4" className="size-5" />
          {t('items.filters')}
        </Button>
        <ViewChoice view={view} onChange={setView} />
      </div>
      {isFiltering && <Filters filters={filters} onChange={onChange} />}
      <FilterChips filters={filters} onChange={onChange} />
      {isSearch(filters) && <IndexProgress index={data?.index} />}
      {past !== undefined && (
        <Message role="status" look="amber">
          {t('items.pastLast', { page: String(past) })}
        </Message>
      )}
      {data && <Found shown={isPlaceholderData ? undefined : data} filters={filters} />}
      {data && data.rows.length > 0 && (
        <ItemsFound key={`${view} ${filters.page}`} rows={data.rows} view={view} isOld={isPlaceholderData} />
      )}
      {!data && (error ? <ReadFailure error={error} onRetry={() => void refetch()} /> : <ListSkeleton />)}
      <Pages filters={filters} shown={data} isOld={isPlaceholderData} />
    </CatalogPage>
  )
}

/** Why nothing was found, and for an empty catalog what helps. */
function noneKey(filters: ItemSearch, index: ItemsPage['index']) {
  const reach = index ? reachOf(index) : 'whole'
  if (reach === 'growing') return 'items.noneYet'
  if (reach === 'short') return 'items.noneShown'
  if (filtersIn(filters).length === 0) return 'items.noneForWords'
  return filters.q === undefined ? 'items.noneForFilters' : 'items.noneFound'
}

interface FoundProps {
  /** Undefined until it is loaded. */
  readonly shown: ItemsPage | undefined
  readonly filters: ItemSearch
}

/** How many items were found, or why none was. */
function Found({ shown, filters }: FoundProps) {
  const t = useTranslate()
  const language = useLanguage()
  if (!isSearch(filters) && shown?.rows.length !== 0) return null
  return (
    // The minimum height keeps the list in place while the next search loads.
    <p role="status" className="min-h-lh text-soft">
      {shown && foundWords(shown, filters, t)}
      {shown && hintOf(shown, filters, t, language)}
    </p>
  )
}

function foundWords({ rows, total, index }: ItemsPage, filters: ItemSearch, t: Translate): string {
  if (rows.length > 0) return t('items.found', { count: total ?? rows.length })
  if (isSearch(filters)) return t(noneKey(filters, index))
  return t(total === 0 ? 'items.none' : 'items.emptyPage')
}

/** What the scanned code contains, if the best match is the item that it was read as. */
function hintOf(
  { rows: [best] }: ItemsPage,
  { q = '' }: ItemSearch,
  t: Translate,
  language: Language,
): string | undefined {
  const reading = readBarcode(q)
  if (!reading || !best || best instanceof Unreadable || !isReadAs(reading, best.barcode)) return undefined
  const words = barcodeWords(reading, t, language)
  return words === undefined ? undefined : ` · ${words}`
}

/** Shown beside the search field, because another search may succeed. */
function ReadFailure({ error, onRetry }: { readonly error: Error; readonly onRetry: () => void }) {
  const t = useTranslate()
  if (!(error instanceof Failure)) throw error
  return (
    <Message role="alert" look="red">
      <p className="font-bold">{t('failure.title')}</p>
      <p className="my-2 max-w-prose text-strong">{readFailureWords(error, t)}</p>
      <Button onClick={onRetry}>{t('failure.retry')}</Button>
    </Message>
  )
}
