import { serverTimeOf } from '#web/api/http/server-clock.ts'
import { Message } from '#web/components/message.tsx'
import { formatTime } from '#web/i18n/format.ts'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'

/** What is shown is old, and says so; it stays readable. `since` is on the page's own steady clock. */
export function Stale({ since }: { readonly since: number }) {
  const t = useTranslate()
  const language = useLanguage()
  return (
    <Message role="status" look="amber">
      {t('order.stale', { time: formatTime(serverTimeOf(since), language) })}
    </Message>
  )
}
