import { SearchField } from '#web/features/catalog/search-field.tsx'
import { useSearchText } from '#web/format/use-search-text.ts'
import { useTranslate } from '#web/i18n/translations.tsx'

interface SearchItemsProps {
  /** The current search. */
  readonly q: string
  readonly onSearch: (q: string) => void
}

export function SearchItems({ q, onSearch }: SearchItemsProps) {
  const t = useTranslate()
  const [text, type] = useSearchText(q, onSearch)
  return <SearchField label={t('items.search')} hint={t('items.searchHint')} value={text} onChange={type} />
}
