import { Button } from '#web/components/button.tsx'
import { Drawing } from '#web/components/icon.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import type { Ring } from './ringer.ts'
import { AcknowledgeFailure, useAcknowledge } from './use-acknowledge.tsx'

/** A loudspeaker, because the bell beside it is that of the sound state. */
const silenced = 'M4 9v6h4l5 4V5L8 9zM17 9.5l5 5M22 9.5l-5 5'
const below = 'absolute inset-x-0 top-full z-10 border-b border-line px-6 py-2'

interface SilenceButtonProps {
  readonly ring: Ring
  /** The keyboard shortcut, on the page itself only: a dialog has no shortcuts. */
  readonly shortcut?: string
}

/**
 * Silences the ringing orders for 45 s. It stands in the top bar, and in the foremost dialog, because everything behind
 * that is out of reach. What went wrong overlays the content below, so that nothing moves under a finger.
 */
export function SilenceButton({ ring, shortcut }: SilenceButtonProps) {
  const t = useTranslate()
  const acknowledge = useAcknowledge()
  return (
    <>
      <Button
        className={`shrink-0 px-3! ${ring.urgency === 'red' ? 'border-red! bg-red-tint! text-red!' : 'border-amber! bg-amber-tint! text-amber!'}`}
        aria-label={t('ring.stop')}
        aria-keyshortcuts={shortcut}
        title={t('ring.stopHint')}
        isBusy={acknowledge.isPending}
        {...acknowledge.press}
      >
        <Drawing path={silenced} />
        {/* On a phone only the icon fits; a longer row would move the content below. */}
        <span className="max-tablet:hidden">{t('ring.stop')}</span>
      </Button>
      {acknowledge.wasMisclick && (
        <p role="status" className={`${below} bg-accent-tint text-sm text-strong`}>
          {t('action.stray')}
        </p>
      )}
      {acknowledge.error && (
        <div className={`${below} bg-red-tint`}>
          <AcknowledgeFailure error={acknowledge.error} onSignedIn={acknowledge.reset} />
        </div>
      )}
    </>
  )
}
