import { connectionStatus } from '#web/api/http/connection-status.ts'
import { feedState } from '#web/api/feed/feed-state.ts'
import { useStore } from '#web/api/store.ts'
import { serverTimeOf, steadyNow } from '#web/api/http/server-clock.ts'
import { Message } from '#web/components/text.tsx'
import { formatTime } from '#web/i18n/format.ts'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import { useEffect, useState, type ReactNode } from 'react'

interface ConnectionStatusProps {
  /** Whether this tablet is paired. An unpaired tablet has no feed, so nothing is live or late. */
  readonly isKnown: boolean
}

/** Shows the connection to the service: unobtrusive while it works, prominent once it fails. */
export function ConnectionStatus({ isKnown }: ConnectionStatusProps) {
  const t = useTranslate()
  const language = useLanguage()
  const status = useStore(connectionStatus)
  const feed = useStore(feedState)
  const isLive = feed.is === 'live'
  const since = feed.is === 'lost' ? feed.since : Number.POSITIVE_INFINITY
  // A short gap while it connects or reconnects is no failure.
  const isLate = useHasPassed(since + timeoutMs)
  switch (status.state) {
    case 'ok':
      if (!isKnown) return null
      return isLate ? (
        <StatusLight look="amber">
          {t('connection.notLive', { time: formatTime(serverTimeOf(since), language) })}
        </StatusLight>
      ) : (
        <p className="connection-status no-print">
          <span className={`size-2.5 rounded-full ${isLive ? 'bg-good' : 'bg-edge'}`} aria-hidden="true" />
          {t(isLive ? 'connection.ok' : 'connection.begins')}
        </p>
      )
    case 'lost':
      return (
        <StatusLight look="red">
          <p className="font-bold">
            {t('connection.lost', { time: formatTime(serverTimeOf(status.since), language) })}
          </p>
          {t('connection.lostHint')}
        </StatusLight>
      )
    case 'token':
      return <StatusLight look="red">{t('connection.token')}</StatusLight>
    case 'vendor':
      return <StatusLight look="amber">{t('connection.vendor')}</StatusLight>
  }
}

interface StatusLightProps {
  readonly look: 'red' | 'amber'
  readonly children: ReactNode
}

const StatusLight = ({ look, children }: StatusLightProps) => (
  <div className="no-print px-4 pt-2 tablet:px-6">
    {/* The live announcer reads it out, in a live region that exists from the start. */}
    <Message role="status" live="off" look={look} className="min-[80rem]:py-1!">
      {children}
    </Message>
  </div>
)

/** Added to the feed's silence limit of 22 s, a stalled server is shown within 25 s. */
const timeoutMs = 2000

/** Whether a time on the page's steady clock has passed. */
function useHasPassed(at: number): boolean {
  const [passed, setPassed] = useState<number>()
  useEffect(() => {
    if (!Number.isFinite(at)) return
    const timer = setTimeout(() => setPassed(at), Math.max(0, at - steadyNow()))
    return () => clearTimeout(timer)
  }, [at])
  return passed === at
}
