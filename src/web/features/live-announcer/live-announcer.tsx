import { useLiveAnnouncer } from './use-live-announcer.ts'
import { useOutdatedToasts, useSavedToasts } from './use-saved-toasts.ts'
import { useRanOut } from './use-ran-out.ts'

/**
 * Announces new orders, order changes and connection changes to screen readers. It is always mounted, because a screen
 * reader only announces changes in a live region that already exists.
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
