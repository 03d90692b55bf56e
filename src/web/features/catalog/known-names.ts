import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { attributesQuery, brandsQuery, categoriesQuery, type WholeList } from './catalog-queries.ts'
import { nameOf } from '#web/format/item.ts'
import { valuesOf } from './rows.ts'

/** The name of an id: `#17 (unknown)` if no row has it, `#17` until the list is loaded. */
export type NameOfId = (id: number) => string

interface NamedRow {
  readonly id: number
  readonly text: string
}

function useNameOfId(rows: readonly NamedRow[], list: WholeList<unknown> | undefined): NameOfId {
  const t = useTranslate()
  const isWhole = list !== undefined && list.missing === undefined
  return useMemo(() => {
    const texts = new Map(rows.map(({ id, text }) => [id, text]))
    return (id) => texts.get(id) ?? (isWhole ? t('catalog.unknown', { id: `#${id}` }) : `#${id}`)
  }, [rows, isWhole, t])
}

/** Names of categories. `isWanted` is false while no name is needed, so that the list is not loaded for nothing. */
export function useCategoryNames(isWanted = true): NameOfId {
  const language = useLanguage()
  const { data } = useQuery({ ...categoriesQuery(), enabled: isWanted })
  const rows = useMemo(
    () => (data?.rows ?? []).map((row) => ({ id: row.id, text: nameOf(row, language) })),
    [data, language],
  )
  return useNameOfId(rows, data)
}

export function useBrandNames(isWanted = true): NameOfId {
  const language = useLanguage()
  const { data } = useQuery({ ...brandsQuery(), enabled: isWanted })
  const rows = useMemo(
    () => (data?.rows ?? []).map((row) => ({ id: row.id, text: nameOf(row, language) })),
    [data, language],
  )
  return useNameOfId(rows, data)
}

/** Names of values with their attribute, because "Large" alone does not say what is large. */
export function useValueNames(isWanted = true): NameOfId {
  const language = useLanguage()
  const { data } = useQuery({ ...attributesQuery(), enabled: isWanted })
  const rows = useMemo(
    () =>
      (data?.rows ?? []).flatMap((attribute) =>
        valuesOf(attribute).rows.map((value) => ({
          id: value.id,
          text: `${nameOf(attribute, language)}: ${nameOf(value, language)}`,
        })),
      ),
    [data, language],
  )
  return useNameOfId(rows, data)
}
