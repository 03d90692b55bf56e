import { Failure } from '#web/api/http/failure.ts'
import type { Alarm } from '#contract/desk/inbox.ts'
import { paths } from '#contract/screen-paths.ts'
import { Message } from '#web/components/text.tsx'
import { formatMoment } from '#web/i18n/format.ts'
import { useLanguage, useTranslate, type MessageKey } from '#web/i18n/translations.tsx'
import { Link } from 'react-router'

const words: Readonly<Record<string, Extract<MessageKey, `alarm.${string}`>>> = {
  webhook_refused: 'alarm.webhookRefused',
  webhook_unreadable: 'alarm.webhookUnreadable',
  webhook_off: 'alarm.webhookOff',
  store_unavailable: 'alarm.storeUnavailable',
  store_damaged: 'alarm.storeDamaged',
  disk_low: 'alarm.diskLow',
  copies_failing: 'alarm.copiesFailing',
  clock_differs: 'alarm.clockDiffers',
  vendor_token: 'alarm.vendorToken',
  vendor_other_order: 'alarm.vendorOtherOrder',
}

interface BoardAlarmsProps {
  readonly alarms: readonly Alarm[]
  /** Why the board could not be read again, where it could not. */
  readonly error: Error | null
}

/** What concerns the whole board: orders may be missing, and somebody must see to it. */
export function BoardAlarms({ alarms, error }: BoardAlarmsProps) {
  const t = useTranslate()
  // A server that has lost its database cannot even look up who asks, and so not tell of its alarms.
  const isStoreAway = error instanceof Failure && error.code === 'store_unavailable'
  const isTold = alarms.some(({ code }) => code === 'store_unavailable')
  return (
    <>
      {isStoreAway && !isTold && (
        <Message role="status" look="red">
          {t('alarm.storeUnavailable')}
        </Message>
      )}
      {alarms.map((alarm) => (
        <AlarmMessage key={alarm.code} alarm={alarm} />
      ))}
    </>
  )
}

function AlarmMessage({ alarm: { code, since } }: { readonly alarm: Alarm }) {
  const t = useTranslate()
  const language = useLanguage()
  const key = words[code]
  if (!key) return null
  return (
    <Message role="status" look="red">
      {t(key)} <span className="text-sm">{t('order.statusSince', { time: formatMoment(since, language) })}</span>
      {code.startsWith('webhook_') && (
        <Link to={paths.settings} className="flex min-h-12 items-center font-semibold underline">
          {t('alarm.settings')}
        </Link>
      )}
    </Message>
  )
}
