import { contact as connectionNews } from '#web/api/http/connection-status.ts'
import { feedState } from '#web/api/feed/feed-state.ts'
import { useStore } from '#web/api/store.ts'
import { serverTimeOf, steadyNow } from '#web/api/http/server-clock.ts'
import { Message } from '#web/components/text.tsx'
import { formatTime } from '#web/i18n/format.ts'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import { useEffect, useState, type ReactNode } from 'react'

interface ConnectionStatusProps {
  /** The desk lets this tablet in: it is told nothing of orders else, so that nothing is live, nor late. */
  readonly isKnown: boolean
}

/** The truth about the line: quiet while it holds, never hidden once it does not. */
export function ConnectionStatus({ isKnown }: ConnectionStatusProps) {
  const t = useTranslate()
  const language = useLanguage()
  const contact = useStore(connectionNews)
  const feed = useStore(feedState)
  const isLive = feed.is === 'live'
  const since = feed.is === 'lost' ? feed.since : Number.POSITIVE_INFINITY
  // A moment without it is no trouble: while it connects, or the line is mended.
  const isLate = useHasPassed(since + timeoutMs)
  switch (contact.state) {
    case 'ok':
      if (!isKnown) return null
      return isLate ? (
        <StatusLight look="amber">
          {t('contact.notLive', { time: formatTime(serverTimeOf(since), language) })}
        </StatusLight>
      ) : (
        <p className="contact-lamp no-print">
          <span className={`size-2.5 rounded-full ${isLive ? 'bg-good' : 'bg-edge'}`} aria-hidden="true" />
          {t(isLive ? 'contact.ok' : 'contact.begins')}
        </p>
      )
    case 'lost':
      return (
        <StatusLight look="red">
          <p className="font-bold">{t('contact.lost', { time: formatTime(serverTimeOf(contact.since), language) })}</p>
          {t('contact.lostHint')}
        </StatusLight>
      )
    case 'token':
      return <StatusLight look="red">{t('contact.token')}</StatusLight>
    case 'vendor':
      return <StatusLight look="amber">{t('contact.vendor')}</StatusLight>
  }
}

interface StatusLightProps {
  readonly look: 'red' | 'amber'
  readonly children: ReactNode
}

const StatusLight = ({ look, children }: StatusLightProps) => (
  <div className="no-print px-4 pt-2 tablet:px-6">
    {/* The herald says it, in a place that a reader knows. */}
    <Message role="status" live="off" look={look} className="min-[80rem]:py-1!">
      {children}
    </Message>
  </div>
)

/** With the 22 s of the feed's own watch, a server that stands still is told of within 25 s. */
const timeoutMs = 2000

/** Whether a moment on the page's own steady clock is over. */
function useHasPassed(at: number): boolean {
  const [passed, setPassed] = useState<number>()
  useEffect(() => {
    if (!Number.isFinite(at)) return
    const timer = setTimeout(() => setPassed(at), Math.max(0, at - steadyNow()))
    return () => clearTimeout(timer)
  }, [at])
  return passed === at
}
