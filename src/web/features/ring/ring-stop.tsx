import { Button } from '#web/components/button.tsx'
import { Drawing } from '#web/components/icon.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { AcknowledgeFailure } from './acknowledge-failure.tsx'
import type { Ring } from './ring-state.ts'
import { useAcknowledge } from './use-acknowledge.ts'

const silencedBell = 'M8.5 17H6l1.5-2.5V10c0-.7.2-1.4.5-2M10 6a4.5 4.5 0 0 1 6.5 4v4.5L18 17h-5.5M10.5 20h3M4 4l16 16'
const below = 'absolute inset-x-0 top-full z-10 border-b border-line px-6 py-2'

/**
 * What the banner's button does, for a dialog: it rings while somebody is asked something. In words of its own, for a
 * dialog may be left by having seen what it says.
 */
export function RingStop({ ring }: { readonly ring: Ring }) {
  const t = useTranslate()
  const acknowledge = useAcknowledge()
  return (
    <>
      <Button
        className={`inline-flex items-center gap-2 px-3! ${ring.urgency === 'red' ? 'border-red! text-red!' : 'border-amber! text-amber!'}`}
        aria-label={t('ring.stop')}
        isBusy={acknowledge.isPending}
        {...acknowledge.press}
      >
        <Drawing path={silencedBell} />
        {/* A phone has room for one of them; its title must not move what stands below it. */}
        <span className="max-tablet:hidden">{t('ring.stop')}</span>
      </Button>
      {/* Over what stands below, so that nothing moves away under a finger. */}
      {acknowledge.wasMisclick && (
        <p role="status" className={`${below} bg-accent-tint text-sm text-strong`}>
          {t('action.stray')}
        </p>
      )}
      {acknowledge.error && (
        <div className={`${below} bg-red-tint`}>
          <AcknowledgeFailure error={acknowledge.error} />
        </div>
      )}
    </>
  )
}
