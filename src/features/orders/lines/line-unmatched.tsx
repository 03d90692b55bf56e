import { useWords } from '#words/words.tsx'

/** A line without a catalog item, while the catalog is still being read. */
export function LineUnmatched() {
  const say = useWords()
  return <p className="text-sm text-soft">{say('match.growing')}</p>
}
