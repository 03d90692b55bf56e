import { sessionQuery } from '#web/api/session.ts'
import { Button } from '#web/components/button.tsx'
import { Message } from '#web/components/message.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { AcknowledgeFailure } from './acknowledge-failure.tsx'
import type { Ring } from './ring-state.ts'
import { useAcknowledge } from './use-acknowledge.ts'

/** How many orders ring, and the way to say that somebody has seen them. */
export function RingBanner({ ring }: { readonly ring: Ring }) {
  const t = useTranslate()
  const acknowledge = useAcknowledge()
  const staffId = useQuery(sessionQuery()).data?.staff?.id
  const { reset } = acknowledge
  // What one was refused, or nobody, says nothing of whoever signs in.
  useEffect(() => {
    if (staffId !== undefined) reset()
  }, [staffId, reset])
  return (
    <Message look={ring.urgency === 'red' ? 'red' : 'amber'} className="@container items-center!">
      <div className="flex items-center justify-between gap-4 narrow:flex-col narrow:items-stretch narrow:gap-2 short:@max-xs:flex-col short:@max-xs:items-stretch short:@max-xs:gap-2">
        <div>
          <p className="font-bold max-tablet:text-sm @2xl:not-short:text-lg">
            {t('ring.waiting', { count: ring.waiting })}
          </p>
          {ring.seen > 0 ? (
            <p className="text-sm">{t('ring.alsoSeen', { count: ring.seen })}</p>
          ) : (
            <p className="sr-only text-sm @2xl:not-short:not-sr-only">{t('ring.seenHint')}</p>
          )}
        </div>
        <Button
          className="shrink-0 whitespace-nowrap narrow:whitespace-normal tablet:not-short:min-h-14"
          aria-keyshortcuts="s"
          isBusy={acknowledge.isPending}
          {...acknowledge.press}
        >
          {t('ring.seen')}
        </Button>
      </div>
      {acknowledge.wasMisclick && (
        <p role="status" className="mt-2 text-sm">
          {t('action.stray')}
        </p>
      )}
      {acknowledge.error && (
        <div className="mt-2">
          <AcknowledgeFailure error={acknowledge.error} />
        </div>
      )}
    </Message>
  )
}
