import { categoriesQuery } from '#web/features/catalog/catalog-queries.ts'
import { SearchField } from '#web/features/catalog/list-parts.tsx'
import { isMatch } from '#web/features/catalog/rows.ts'
import { Choice } from '#web/components/field.tsx'
import { Message, Skeleton } from '#web/components/text.tsx'
import { nameOf } from '#web/format/item.ts'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { buildTree, type CategoryNode, visibleRows } from './category-tree.ts'

interface CategoryChoiceProps {
  readonly chosen: readonly string[]
  readonly onChoose: (ids: readonly string[]) => void
}

/** So many are found without a search. */
const fewEnough = 8
/** Deeper levels are not indented further, because a phone has no room for it. */
const deepest = 4

const always = () => true

/** Chooses any number of categories. Chosen ones that the service no longer has stay in the list, to be removed. */
export function CategoryChoice({ chosen, onChoose }: CategoryChoiceProps) {
  const t = useTranslate()
  const language = useLanguage()
  const { data, error } = useQuery(categoriesQuery())
  const [search, setSearch] = useState('')
  if (!data) {
    return error ? (
      <Message role="status" look="amber">
        {t('catalog.partFailed')}
      </Message>
    ) : (
      <Skeleton className="h-40" />
    )
  }
  const rows = visibleRows(buildTree(data.rows), always, always).map(({ node, level }) => ({
    ...node,
    level,
    text: nameOf(node, language),
  }))
  const gone = chosen
    .filter((id) => !rows.some((row) => String(row.id) === id))
    .map((id) => ({ id, level: 1, name: undefined, children: [], text: t('catalog.unknown', { id: `#${id}` }) }))
  const all = [...rows, ...gone]
  const shown = search.trim() === '' ? all : all.filter(({ id, name }) => isMatch(search, [name], Number(id)))
  // Items name their own category only, so one that is chosen brings those below it along.
  function toggle({ id, children }: { readonly id: number | string; readonly children: readonly CategoryNode[] }) {
    const ids = [id, ...visibleRows(children, always, always).map(({ node }) => node.id)].map(String)
    const others = chosen.filter((each) => !ids.includes(each))
    onChoose(chosen.includes(String(id)) ? others : [...others, ...ids])
  }
  return (
    <div className="flex flex-col gap-2">
      {all.length > fewEnough && (
        <div className="flex">
          <SearchField label={t('catalog.find')} value={search} onChange={setSearch} />
        </div>
      )}
      {data.missing && <Message look="amber">{t('catalog.partFailed')}</Message>}
      {shown.length === 0 && (
        <p role="status" className="text-sm text-soft">
          {all.length === 0 ? t('categories.none') : t('catalog.noneMatch', { text: search.trim() })}
        </p>
      )}
      <ul aria-label={t('nav.categories')} className="flex max-h-80 flex-col gap-2 overflow-y-auto p-1">
        {shown.map((row) => (
          <li key={row.id} style={{ paddingInlineStart: `${(Math.min(row.level, deepest) - 1) * 1.5}rem` }}>
            <Choice
              type="checkbox"
              label={row.text}
              checked={chosen.includes(String(row.id))}
              onChange={() => toggle(row)}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}
