import { useEffect, useState } from 'react'

/** Typing is searching, but not with every letter. */
const pauseMs = 250

/** What is typed into a field whose search stands in the address. `onSearch` stays the same as long as it does the same. */
export function useSearchText(
  q: string,
  onSearch: (q: string) => void,
): readonly [text: string, type: (text: string) => void] {
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
  return [text, setText]
}
