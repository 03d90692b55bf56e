import { useHerald } from './use-herald.ts'
import { useKeptNotices } from './use-kept-notices.ts'
import { useOutdatedNotices } from './use-outdated-notices.ts'
import { useRanOut } from './use-ran-out.ts'

/**
 * For whoever hears the screen instead of seeing it: new orders, what became of others, and the line. It is always
 * there, for a reader hears only what comes into a place that it knows.
 */
export function Herald() {
  const spoken = useHerald()
  useRanOut()
  useKeptNotices()
  useOutdatedNotices()
  return (
    <div aria-live="polite" className="no-print sr-only">
      {spoken.map(({ id, text }) => (
        <p key={id}>{text}</p>
      ))}
    </div>
  )
}
