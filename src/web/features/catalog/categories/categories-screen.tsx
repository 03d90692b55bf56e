import { CatalogPage, ListHead, ListSkeleton } from '#web/features/catalog/list-parts.tsx'
import { categoriesQuery, type WholeList } from '#web/features/catalog/catalog-queries.ts'
import { type CategoryRow, isMatch } from '#web/features/catalog/rows.ts'
import { Button } from '#web/components/button.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo, useState } from 'react'
import { buildTree, visibleRows, nodesThatFit } from './category-tree.ts'
import { TreeView } from './tree-view.tsx'

/** `/catalog/categories`: all categories as a tree, each with its number of items. */
export function CategoriesScreen() {
  const t = useTranslate()
  const { data, error } = useQuery(categoriesQuery())
  if (!data && error) throw error
  return (
    <CatalogPage title={t('nav.categories')} className="max-w-3xl">
      {data ? <Categories list={data} /> : <ListSkeleton />}
    </CatalogPage>
  )
}

function Categories({ list }: { readonly list: WholeList<CategoryRow> }) {
  const t = useTranslate()
  const [search, setSearch] = useState('')
  const [closed, setClosed] = useState<ReadonlySet<number>>(new Set())
  const shownSearch = useDeferredValue(search.trim())
  const roots = useMemo(() => buildTree(list.rows), [list])
  const rows = useMemo(() => {
    if (shownSearch === '')
      return visibleRows(
        roots,
        () => true,
        ({ id }) => !closed.has(id),
      )
    const fitting = nodesThatFit(roots, ({ name, id }) => isMatch(shownSearch, [name], id))
    return visibleRows(
      roots,
      (node) => fitting.has(node),
      () => true,
    )
  }, [roots, shownSearch, closed])
  const parents = roots.filter(({ children }) => children.length > 0)

  function toggle(id: number): void {
    const next = new Set(closed)
    if (!next.delete(id)) next.add(id)
    setClosed(next)
  }

  return (
    <>
      <ListHead
        list={list}
        none={t('categories.none')}
        search={search}
        onSearch={setSearch}
        shownSearch={shownSearch}
        count={shownSearch === '' ? list.rows.length : rows.length}
      >
        {shownSearch === '' && parents.length > 0 && (
          <Button onClick={() => setClosed(new Set(closed.size > 0 ? [] : parents.map(({ id }) => id)))}>
            {t(closed.size > 0 ? 'categories.open' : 'categories.close')}
          </Button>
        )}
      </ListHead>
      {rows.length > 0 && (
        <TreeView
          rows={rows}
          isOpen={({ id }) => shownSearch !== '' || !closed.has(id)}
          onToggle={shownSearch === '' ? toggle : undefined}
        />
      )}
    </>
  )
}
