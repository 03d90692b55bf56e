import { useStore } from '#web/api/store.ts'
import { connectionStatus } from '#web/api/http/connection-status.ts'
import { Message } from '#web/components/text.tsx'
import { serverTimeOf } from '#web/api/http/server-clock.ts'
import { formatWhen } from '#web/format/times.ts'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'

/** Marks a saved board, which is shown after the page was opened without a connection. */
export function LastKnown() {
  const t = useTranslate()
  const language = useLanguage()
  const status = useStore(connectionStatus)
  if (status.state !== 'lost' || !status.isSaved) return null
  return (
    <Message role="status" look="amber">
      <p className="font-semibold">
        {t('lastKnown.title', { time: formatWhen(serverTimeOf(status.since), language) })}
      </p>
      <p className="text-sm max-tablet:sr-only short:sr-only">{t('lastKnown.hint')}</p>
    </Message>
  )
}
