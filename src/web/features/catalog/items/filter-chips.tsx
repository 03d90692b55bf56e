import type { ItemSearch } from '#contract/desk/catalog.ts'
import { useBrandNames, useCategoryNames, useValueNames } from '#web/features/catalog/known-names.ts'
import { Button } from '#web/components/button.tsx'
import { Drawing } from '#web/components/icon.tsx'
import { ServiceText } from '#web/components/text.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { filterKeys, filtersIn, type FilterKey } from './filters-in-address.ts'

interface FilterChipsProps {
  readonly wanted: ItemSearch
  readonly onChange: (change: ItemSearch) => void
}

/** The filters that hold, each to be taken away. */
export function FilterChips({ wanted, onChange }: FilterChipsProps) {
  const t = useTranslate()
  const names = {
    category: useCategoryNames(wanted.category !== undefined),
    brand: useBrandNames(wanted.brand !== undefined),
    value: useValueNames(wanted.value !== undefined),
  }
  const filters = filtersIn(wanted)
  if (filters.length === 0) return null

  function text(key: FilterKey): string {
    const value = wanted[key] ?? ''
    if (key === 'category' || key === 'brand' || key === 'value') return names[key](Number(value))
    return t(value === '1' ? 'value.yes' : 'value.no')
  }

  return (
    <ul className="flex flex-wrap gap-2">
      {filters.map((key) => (
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
