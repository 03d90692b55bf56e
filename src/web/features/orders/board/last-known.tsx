import { useStore } from '#web/api/store.ts'
import { contact as connectionNews } from '#web/api/http/connection-status.ts'
import { Message } from '#web/components/text.tsx'
import { serverTimeOf } from '#web/api/http/server-clock.ts'
import { formatWhen } from '#web/format/times.ts'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'

/** Marks a board that this tablet kept from before it was opened without contact. */
export function LastKnown() {
  const t = useTranslate()
  const language = useLanguage()
  const contact = useStore(connectionNews)
  if (contact.state !== 'lost' || !contact.isKept) return null
  return (
    <Message role="status" look="amber">
      <p className="font-semibold">
        {t('lastKnown.title', { time: formatWhen(serverTimeOf(contact.since), language) })}
      </p>
      <p className="text-sm max-tablet:sr-only short:sr-only">{t('lastKnown.hint')}</p>
    </Message>
  )
}
