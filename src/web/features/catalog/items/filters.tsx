import type { ItemSearch } from '#contract/desk/catalog.ts'
import { Button } from '#web/components/button.tsx'
import { Drawing } from '#web/components/icon.tsx'
import { ServiceText } from '#web/components/text.tsx'
import {
  attributesQuery,
  brandsQuery,
  categoriesQuery,
  useBrandNames,
  useCategoryNames,
  useValueNames,
} from '#web/features/catalog/catalog-queries.ts'
import { buildTree, visibleRows } from '#web/features/catalog/categories/category-tree.ts'
import { valuesOf } from '#web/features/catalog/rows.ts'
import { nameOf } from '#web/format/item.ts'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import { type FilterKey, filterKeys, filtersIn, isFlag } from './item-queries.ts'
import { useQuery } from '@tanstack/react-query'
import { useId, useMemo } from 'react'

interface OptionGroup {
  readonly name?: string
  readonly options: readonly { readonly value: string; readonly name: string }[]
}

interface FilterSelectProps {
  readonly label: string
  readonly value: string | undefined
  readonly groups: readonly OptionGroup[]
  readonly onChange: (value: string | undefined) => void
}

/** A native select, which works well with touch and with hundreds of entries. */
function FilterSelect({ label, value = '', groups, onChange }: FilterSelectProps) {
  const t = useTranslate()
  const id = useId()
  const isListed = value === '' || groups.some(({ options }) => options.some((option) => option.value === value))
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className="text-sm font-semibold text-soft">
        {label}
      </label>
      <select
        id={id}
        className="min-h-12 w-full rounded border border-edge bg-raised px-2 text-base text-strong"
        value={value}
        onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.value)}
      >
        <option value="">{t('items.any')}</option>
        {!isListed && <option value={value}>{`#${value}`}</option>}
        {groups.map(({ name, options }, index) => {
          const entries = options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.name}
            </option>
          ))
          return name === undefined ? entries : <Group key={index} name={name} entries={entries} />
        })}
      </select>
    </div>
  )
}

const Group = ({ name, entries }: { readonly name: string; readonly entries: React.ReactNode }) =>
  // An empty group cannot be chosen from.
  Array.isArray(entries) && entries.length > 0 ? <optgroup label={name}>{entries}</optgroup> : null

interface FiltersProps {
  readonly filters: ItemSearch
  readonly onChange: (change: ItemSearch) => void
}

/** All filters of a list of items. */
export function Filters({ filters, onChange }: FiltersProps) {
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
          value={filters[key]}
          groups={isFlag(key) ? flags : groups[key]}
          onChange={(value) => onChange({ [key]: value })}
        />
      ))}
    </div>
  )
}

/** Indents a subcategory, once per level. */
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
    const lines = visibleRows(buildTree(categories?.rows ?? []), all, all)
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

interface FilterChipsProps {
  readonly filters: ItemSearch
  readonly onChange: (change: ItemSearch) => void
}

/** The active filters, each with a button to remove it. */
export function FilterChips({ filters, onChange }: FilterChipsProps) {
  const t = useTranslate()
  const names = {
    category: useCategoryNames(filters.category !== undefined),
    brand: useBrandNames(filters.brand !== undefined),
    value: useValueNames(filters.value !== undefined),
  }
  const active = filtersIn(filters)
  if (active.length === 0) return null

  function text(key: FilterKey): string {
    const value = filters[key] ?? ''
    if (key === 'category' || key === 'brand' || key === 'value') return names[key](Number(value))
    return t(value === '1' ? 'value.yes' : 'value.no')
  }

  return (
    <ul className="flex flex-wrap gap-2">
      {active.map((key) => (
        <li key={key}>
          <button
            type="button"
            aria-label={t('items.removeFilter', { filter: `${t(`items.${key}`)}: ${text(key)}` })}
            className="inline-flex min-h-12 items-center gap-2 rounded border border-accent bg-accent-tint px-3 text-start text-accent"
            onClick={() => onChange({ [key]: undefined })}
          >
            <span className="text-sm">{t(`items.${key}`)}</span>
            <ServiceText className="font-semibold">{text(key)}</ServiceText>
            <Drawing path="M6 6l12 12M18 6 6 18" className="size-4 shrink-0" />
          </button>
        </li>
      ))}
      <li>
        <Button onClick={() => onChange(noFilters)}>{t('items.clear')}</Button>
      </li>
    </ul>
  )
}

const noFilters: ItemSearch = Object.fromEntries(['q', ...filterKeys].map((key) => [key, undefined]))
