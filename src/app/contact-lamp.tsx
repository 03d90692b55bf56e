import { contact as contactTold } from '#client/wire/contact.ts'
import { feedState } from '#client/feed/feed-state.ts'
import { useTold } from '#client/told.ts'
import { serverTimeOf, steadyNow } from '#client/wire/server-clock.ts'
import { Message } from '#ui/message.tsx'
import { formatTime } from '#words/format.ts'
import { useLanguage, useWords } from '#words/words.tsx'
import { useEffect, useState, type ReactNode } from 'react'

interface ContactLampProps {
  /** The desk lets this tablet in: it is told nothing of orders else, so that nothing is live, nor late. */
  readonly isKnown: boolean
}

/** The truth about the line: quiet while it holds, never hidden once it does not. */
export function ContactLamp({ isKnown }: ContactLampProps) {
  const say = useWords()
  const language = useLanguage()
  const contact = useTold(contactTold)
  const feed = useTold(feedState)
  const isLive = feed.is === 'live'
  const since = feed.is === 'lost' ? feed.since : Number.POSITIVE_INFINITY
  // A moment without it is no trouble: while it connects, or the line is mended.
  const isLate = useHasPassed(since + patienceMs)
  switch (contact.state) {
    case 'ok':
      if (!isKnown) return null
      return isLate ? (
        <Lamp look="amber">{say('contact.notLive', { time: formatTime(serverTimeOf(since), language) })}</Lamp>
      ) : (
        <p className="contact-lamp no-print">
          <span className={`size-2.5 rounded-full ${isLive ? 'bg-good' : 'bg-edge'}`} aria-hidden="true" />
          {say(isLive ? 'contact.ok' : 'contact.begins')}
        </p>
      )
    case 'lost':
      return (
        <Lamp look="red">
          <p className="font-bold">
            {say('contact.lost', { time: formatTime(serverTimeOf(contact.since), language) })}
          </p>
          {say('contact.lostHint')}
        </Lamp>
      )
    case 'token':
      return <Lamp look="red">{say('contact.token')}</Lamp>
    case 'vendor':
      return <Lamp look="amber">{say('contact.vendor')}</Lamp>
  }
}

interface LampProps {
  readonly look: 'red' | 'amber'
  readonly children: ReactNode
}

const Lamp = ({ look, children }: LampProps) => (
  <div className="no-print px-4 pt-2 tablet:px-6">
    {/* The herald says it, in a place that a reader knows. */}
    <Message role="status" live="off" look={look} className="min-[80rem]:py-1!">
      {children}
    </Message>
  </div>
)

/** With the 22 s of the feed's own watch, a server that stands still is told of within 25 s. */
const patienceMs = 2000

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
