import { useEffect, useState } from 'react'

/** Searches after a pause, not on every key. */
const pauseMs = 250

/** The text of a search field whose search is in the address. `onSearch` must be stable. */
export function useSearchText(
  q: string,
  onSearch: (q: string) => void,
): readonly [text: string, type: (text: string) => void] {
  const [text, setText] = useState(q)
  const [known, setKnown] = useState(q)
  // The address changed from outside: the user went back or cleared the search.
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
