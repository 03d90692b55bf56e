import { textLimit } from '#contract/text.ts'
import { Message, Skeleton } from '#web/components/text.tsx'
import { Value } from '#web/format/value.tsx'
import { formatNumber } from '#web/i18n/format.ts'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import { countsQuery, type WholeList } from './catalog-queries.ts'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEventHandler, type ReactNode, useId } from 'react'

interface SearchFieldProps {
  readonly label: string
  readonly hint?: string
  readonly value: string
  readonly onChange: (text: string) => void
}

/** A search field. Its visible placeholder is `hint`, its accessible name is `label`. */
export function SearchField({ label, hint = label, value, onChange }: SearchFieldProps) {
  const id = useId()
  return (
    <div role="search" className="min-w-0 flex-1 basis-64">
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <input
        id={id}
        type="search"
        // An empty field follows the direction of the page, because it shows the hint.
        dir={value === '' ? undefined : 'auto'}
        autoComplete="off"
        enterKeyHint="search"
        maxLength={textLimit}
        placeholder={hint}
        className="min-h-12 w-full rounded border border-edge bg-raised px-3 text-base placeholder:text-faint"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  )
}

interface CatalogPageProps {
  readonly title: string
  readonly children: ReactNode
  readonly className?: string
  readonly onKeyDown?: KeyboardEventHandler<HTMLElement>
}

/** The frame of every catalog screen: a title, and a note that the catalog is read-only. */
export function CatalogPage({ title, children, className = '', onKeyDown }: CatalogPageProps) {
  const t = useTranslate()
  return (
    <div role="presentation" className={`flex flex-col gap-4 pb-6 ${className}`} onKeyDown={onKeyDown}>
      <title>{`${title} · ${t('app.name')}`}</title>
      <header>
        <h1 className="text-xl font-bold">{title}</h1>
        <p className="text-sm text-soft">{t('catalog.readOnly')}</p>
      </header>
      {children}
    </div>
  )
}

/** Notes why a list is incomplete: failed pages, unreadable rows. */
function ListNotes({ list }: { readonly list: WholeList<unknown> }) {
  const t = useTranslate()
  const language = useLanguage()
  const { missing, rows, unreadable } = list
  return (
    <>
      {missing && (
        <Message look="amber" role="status">
          {missing === 'failed'
            ? t('catalog.partFailed')
            : t('catalog.tooMany', { count: formatNumber(rows.length, language) })}
        </Message>
      )}
      {unreadable.length > 0 && (
        <Message look="amber" role="note">
          <p>{t('catalog.unreadable', { count: unreadable.length })}</p>
          <ul>
            {unreadable.slice(0, shownAtMost).map((row, index) => (
              <li key={index}>
                <Value of={row} />
              </li>
            ))}
          </ul>
        </Message>
      )}
    </>
  )
}

const shownAtMost = 20

interface ListHeadProps {
  readonly list: WholeList<unknown>
  /** The text for an empty list. */
  readonly none: string
  readonly search: string
  readonly onSearch: (search: string) => void
  /** The search that the rows below match. It may lag behind `search`. */
  readonly shownSearch: string
  /** How many rows match. */
  readonly count: number
  /** Further controls. */
  readonly children?: ReactNode
}

/** The head of a list that is loaded as a whole: its search field, its notes and its count. */
export function ListHead({ list, none, search, onSearch, shownSearch, count, children }: ListHeadProps) {
  const t = useTranslate()
  return (
    <>
      <div className={children === undefined ? 'flex max-w-xl' : 'flex flex-wrap gap-3'}>
        <SearchField label={t('catalog.find')} value={search} onChange={onSearch} />
        {children}
      </div>
      <ListNotes list={list} />
      <p role="status" className="text-soft">
        {list.rows.length === 0
          ? none
          : count === 0
            ? t('catalog.noneMatch', { text: shownSearch })
            : t('catalog.entries', { count })}
      </p>
    </>
  )
}

/** A placeholder with the shape of a list, so that the layout does not jump when the rows arrive. */
export function ListSkeleton() {
  const t = useTranslate()
  return (
    <div role="status" aria-label={t('app.loading')} className="flex flex-col gap-2">
      {Array.from({ length: rowsShown }, (_, row) => (
        <Skeleton key={row} className="h-14" />
      ))}
    </div>
  )
}

const rowsShown = 10

interface CountProps {
  readonly of: 'categories' | 'brands' | 'values'
  readonly id: number
  /** Shows the number alone in narrow places; screen readers get the full text. */
  readonly isShort?: boolean
}

/** How many items something has. It never shows 0 while the index is incomplete. */
export function Count({ of, id, isShort = false }: CountProps) {
  const t = useTranslate()
  const language = useLanguage()
  const { data } = useQuery(countsQuery())
  const count = data?.data[of][String(id)] ?? 0
  const isCertain = data?.index.is_whole === true
  if (!isCertain && count === 0) return <Seen text="…" label={t('catalog.notCounted')} />
  const label = t(isCertain ? 'catalog.items' : 'catalog.atLeast', { count })
  return isShort ? <Seen text={`${formatNumber(count, language)}${isCertain ? '' : '+'}`} label={label} /> : label
}

const Seen = ({ text, label }: { readonly text: string; readonly label: string }) => (
  <>
    <bdi aria-hidden="true" className="tabular-nums">
      {text}
    </bdi>
    <span className="sr-only">{label}</span>
  </>
)
