import { Failure } from '#web/api/http/failure.ts'
import type { Alarm } from '#contract/desk/inbox.ts'
import { paths } from '#contract/screen-paths.ts'
import { Message } from '#web/components/text.tsx'
import { formatMoment } from '#web/i18n/format.ts'
import { useLanguage, useTranslate, type MessageKey } from '#web/i18n/translations.tsx'
import { Link } from 'react-router'

const alarmKeys: Readonly<Record<string, Extract<MessageKey, `alarm.${string}`>>> = {
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
  /** The error of the last read, if it failed. */
  readonly error: Error | null
}

/** Alarms of the whole board that need attention, because orders may be missing. */
export function BoardAlarms({ alarms, error }: BoardAlarmsProps) {
  const t = useTranslate()
  // Without its database the server cannot authenticate the tablet, and so cannot send its alarms.
  const isStoreAway = error instanceof Failure && error.code === 'store_unavailable'
  const isListed = alarms.some(({ code }) => code === 'store_unavailable')
  return (
    <>
      {isStoreAway && !isListed && (
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
  const key = alarmKeys[code]
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
