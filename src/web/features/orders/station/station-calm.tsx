import type { OrderRow } from '#contract/desk/inbox.ts'
import { momentOf } from '#domain/moment.ts'
import { feedState } from '#web/api/feed/feed-state.ts'
import { connectionStatus } from '#web/api/http/connection-status.ts'
import { createStore, useStore } from '#web/api/store.ts'
import { Drawing } from '#web/components/icon.tsx'
import { formatWhen, useToday } from '#web/format/times.ts'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'

/** When the last order came that this page has shown, in milliseconds since 1970. */
const lastOrderAt = createStore<number | undefined>(undefined)

/** Notes when the orders of a board came, because they leave it. */
export function noteOrders(board: readonly OrderRow[]): void {
  const times = board.map(({ received_at: at }) => momentOf(at) ?? 0)
  const latest = Math.max(lastOrderAt.read() ?? 0, ...times)
  if (latest > 0 && latest !== lastOrderAt.read()) lastOrderAt.set(latest)
}

/** The station with nothing to prepare: whether new orders would come, and when the last one did. */
export function StationCalm() {
  const t = useTranslate()
  const language = useLanguage()
  useToday()
  const feed = useStore(feedState).is
  const isLost = useStore(connectionStatus).state === 'lost' || feed === 'lost'
  const last = useStore(lastOrderAt)
  return (
    <div className="calm">
      {!isLost && <Drawing path="M4 12.5l5 5L20 6.5" className="size-24 text-good" />}
      <p className="text-2xl font-bold">{t(isLost ? 'calm.notLive' : 'station.calm')}</p>
      <p className="text-lg text-soft">{t(isLost ? 'calm.notLiveHint' : 'station.calmLive')}</p>
      {last !== undefined && (
        <p className="text-lg text-soft">{t('calm.last', { time: formatWhen(last, language) })}</p>
      )}
    </div>
  )
}
