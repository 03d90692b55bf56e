import { SearchField } from '#features/catalog/search-field.tsx'
import { useSearchText } from '#reading/use-search-text.ts'
import { useWords } from '#words/words.tsx'

interface SearchItemsProps {
  /** What is searched for now. */
  readonly q: string
  readonly onSearch: (q: string) => void
}

export function SearchItems({ q, onSearch }: SearchItemsProps) {
  const say = useWords()
  const [text, type] = useSearchText(q, onSearch)
  return <SearchField label={say('items.search')} hint={say('items.searchHint')} value={text} onChange={type} />
}
