import { Link } from '#client/navigation.tsx'
import type { Alarm } from '#contract/desk/inbox.ts'
import { paths } from '#paths.ts'
import { Message } from '#ui/message.tsx'
import { formatMoment } from '#words/format.ts'
import { useLanguage, useWords, type WordKey } from '#words/words.tsx'

const words: Readonly<Record<string, Extract<WordKey, `alarm.${string}`>>> = {
  webhook_refused: 'alarm.webhookRefused',
  webhook_unreadable: 'alarm.webhookUnreadable',
  webhook_off: 'alarm.webhookOff',
  store_unavailable: 'alarm.storeUnavailable',
  store_damaged: 'alarm.storeDamaged',
  disk_low: 'alarm.diskLow',
  vendor_token: 'alarm.vendorToken',
  vendor_other_order: 'alarm.vendorOtherOrder',
}

/** What concerns the whole board: orders may be missing, and somebody must see to it. */
export function BoardAlarms({ alarms }: { readonly alarms: readonly Alarm[] }) {
  const say = useWords()
  const language = useLanguage()
  return alarms.map(({ code, since }) => {
    const key = words[code]
    return key ? (
      <Message key={code} role="status" look="red">
        {say(key)} <span className="text-sm">{say('order.statusSince', { time: formatMoment(since, language) })}</span>
        {code.startsWith('webhook_') && (
          <Link to={paths.settings} className="flex min-h-12 items-center font-semibold underline">
            {say('alarm.settings')}
          </Link>
        )}
      </Message>
    ) : null
  })
}
