import type { WholeList } from './catalog-queries.ts'
import { useTranslate } from '#web/i18n/translations.tsx'
import type { ReactNode } from 'react'
import { ListNotes } from './list-notes.tsx'
import { SearchField } from './search-field.tsx'

interface ListHeadProps {
  readonly list: WholeList<unknown>
  /** What is said of a list without any row. */
  readonly none: string
  readonly search: string
  readonly onSearch: (search: string) => void
  /** What the rows below were looked for by, which may lag behind `search`. */
  readonly sought: string
  /** How many are shown; 0 where none fits. */
  readonly count: number
  /** What else can be done with the list. */
  readonly children?: ReactNode
}

/** Above every list that is here as a whole: what to look for in it, what of it could not be had, how much it is. */
export function ListHead({ list, none, search, onSearch, sought, count, children }: ListHeadProps) {
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
            ? t('catalog.noneMatch', { text: sought })
            : t('catalog.entries', { count })}
      </p>
    </>
  )
}
