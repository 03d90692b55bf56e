import { useLiveAnnouncer } from './use-live-announcer.ts'
import { useOutdatedToasts, useSavedToasts } from './use-saved-toasts.ts'
import { useRanOut } from './use-ran-out.ts'

/**
 * For whoever hears the screen instead of seeing it: new orders, what became of others, and the line. It is always
 * there, for a reader hears only what comes into a place that it knows.
 */
export function LiveAnnouncer() {
  const spoken = useLiveAnnouncer()
  useRanOut()
  useSavedToasts()
  useOutdatedToasts()
  return (
    <div aria-live="polite" className="no-print sr-only">
      {spoken.map(({ id, text }) => (
        <p key={id}>{text}</p>
      ))}
    </div>
  )
}
