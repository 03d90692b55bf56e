import { SearchField } from '#features/catalog/search-field.tsx'
import { useWords } from '#words/words.tsx'
import { useEffect, useState } from 'react'

interface SearchItemsProps {
  /** What is searched for now. */
  readonly q: string
  readonly onSearch: (q: string) => void
}

/** Typing is searching, but not with every letter. */
const pauseMs = 250

export function SearchItems({ q, onSearch }: SearchItemsProps) {
  const say = useWords()
  const [text, setText] = useState(q)
  const [known, setKnown] = useState(q)
  // Somebody went back, or cleared it: the address counts.
  if (q !== known) {
    setKnown(q)
    if (q !== text.trim()) setText(q)
  }
  useEffect(() => {
    if (text.trim() === q) return
    const timer = setTimeout(() => onSearch(text.trim()), pauseMs)
    return () => clearTimeout(timer)
  }, [text, q, onSearch])
  return <SearchField label={say('items.search')} hint={say('items.searchHint')} value={text} onChange={setText} />
}
