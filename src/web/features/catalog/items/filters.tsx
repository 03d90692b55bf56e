import type { ItemSearch } from '#contract/desk/catalog.ts'
import { attributesQuery, brandsQuery, categoriesQuery } from '#web/features/catalog/catalog-queries.ts'
import { buildTree, linesOf } from '#web/features/catalog/categories/category-tree.ts'
import { nameOf } from '#web/format/names.ts'
import { valuesOf } from '#web/features/catalog/rows.ts'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { FilterSelect, type OptionGroup } from './filter-select.tsx'
import { filterKeys, isFlag, type FilterKey } from './filters-in-address.ts'

interface FiltersProps {
  readonly wanted: ItemSearch
  readonly onChange: (change: ItemSearch) => void
}

/** All that a list of items can be narrowed by. */
export function Filters({ wanted, onChange }: FiltersProps) {
  const t = useTranslate()
  const groups = useFilterGroups()
  const flags: readonly OptionGroup[] = [
    {
      options: [
        { value: '1', name: t('value.yes') },
        { value: '0', name: t('value.no') },
      ],
    },
  ]
  return (
    <div className="grid grid-cols-2 gap-3 rounded border border-line bg-raised p-4 tablet:grid-cols-4">
      {filterKeys.map((key) => (
        <FilterSelect
          key={key}
          label={t(`items.${key}`)}
          value={wanted[key]}
          groups={isFlag(key) ? flags : groups[key]}
          onChange={(value) => onChange({ [key]: value })}
        />
      ))}
    </div>
  )
}

/** So many steps to the right tell a subcategory. */
const indent = '\u2003'

function useFilterGroups(): Readonly<
  Record<Extract<FilterKey, 'category' | 'brand' | 'value'>, readonly OptionGroup[]>
> {
  const language = useLanguage()
  const { data: categories } = useQuery(categoriesQuery())
  const { data: brands } = useQuery(brandsQuery())
  const { data: attributes } = useQuery(attributesQuery())
  return useMemo(() => {
    const { compare } = new Intl.Collator(language, { numeric: true })
    const all = () => true
    const lines = linesOf(buildTree(categories?.rows ?? []), all, all)
    const named = (brands?.rows ?? []).map((brand) => ({ value: String(brand.id), name: nameOf(brand, language) }))
    return {
      category: [
        {
          options: lines.map(({ node, level }) => ({
            value: String(node.id),
            name: indent.repeat(level - 1) + nameOf(node, language),
          })),
        },
      ],
      brand: [{ options: named.toSorted((one, other) => compare(one.name, other.name)) }],
      value: (attributes?.rows ?? []).map((attribute) => ({
        name: nameOf(attribute, language),
        options: valuesOf(attribute).rows.map((value) => ({ value: String(value.id), name: nameOf(value, language) })),
      })),
    }
  }, [categories, brands, attributes, language])
}
