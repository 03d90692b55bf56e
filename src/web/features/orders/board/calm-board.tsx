import { inbox } from '#contract/desk/inbox.ts'
import { feedState } from '#web/api/feed/feed-state.ts'
import { connectionStatus } from '#web/api/http/connection-status.ts'
import { callDesk } from '#web/api/http/call.ts'
import { wouldRing } from '#web/api/screen-state.ts'
import { useStore } from '#web/api/store.ts'
import { Drawing } from '#web/components/icon.tsx'
import { formatWhen, useToday } from '#web/format/times.ts'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import { queryOptions, useQuery } from '@tanstack/react-query'

/** The newest closed order. While nothing is open, it is the last one that came. */
const lastOrderQuery = () =>
  queryOptions({
    queryKey: ['last-order'],
    queryFn: async ({ signal }) =>
      (await callDesk(inbox.list, { query: { view: 'closed' }, signal })).data[0]?.received_at ?? null,
  })

/**
 * The board without orders: when the last one came, and whether this tablet would ring for the next. Without the feed it
 * only says what is on the screen, because orders may wait that it does not show.
 */
export function CalmBoard() {
  const feed = useStore(feedState).is
  const isLost = useStore(connectionStatus).state === 'lost'
  return (
    <div className="calm">{isLost || feed === 'lost' ? <NotLive /> : <NoneWaiting isLive={feed === 'live'} />}</div>
  )
}

function NotLive() {
  const t = useTranslate()
  return (
    <>
      <p className="text-xl font-bold">{t('calm.notLive')}</p>
      <p className="text-lg text-soft">{t('calm.notLiveHint')}</p>
    </>
  )
}

function NoneWaiting({ isLive }: { readonly isLive: boolean }) {
  const t = useTranslate()
  const language = useLanguage()
  useToday()
  const rings = useStore(wouldRing)
  const { data: last } = useQuery(lastOrderQuery())
  return (
    <>
      <Drawing path="M4 12.5l5 5L20 6.5" className={`size-16 ${rings && isLive ? 'text-good' : 'text-faint'}`} />
      <p className="text-xl font-bold">{t('calm.title')}</p>
      <p className="text-lg text-soft">
        {t(rings && isLive ? 'calm.rings' : rings ? 'calm.ringsLate' : 'calm.silent')}
      </p>
      {last !== undefined && (
        <p className="text-soft">
          {last === null ? t('calm.none') : t('calm.last', { time: formatWhen(Date.parse(last), language) })}
        </p>
      )}
    </>
  )
}
