import { serverClock } from '#web/api/http/server-clock.ts'
import { useStore } from '#web/api/store.ts'
import { formatMinutes } from '#web/i18n/format.ts'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'

const minuteMs = 60_000

interface SilenceProps {
  /** When the last order came, ISO 8601. */
  readonly since: string
  readonly usualSeconds: number
}

/** How long no order has come, counted on, and how often one usually comes at this hour. */
export function Silence({ since, usualSeconds }: SilenceProps) {
  const t = useTranslate()
  const language = useLanguage()
  const minutes = useStore({
    ...serverClock,
    read: () => Math.max(0, Math.floor((serverClock.read() - Date.parse(since)) / minuteMs)),
  })
  return t('alarm.ordersSilent', {
    since: formatMinutes(minutes, language),
    usual: formatMinutes(Math.max(1, Math.round(usualSeconds / 60)), language),
  })
}
