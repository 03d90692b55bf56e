import { contact as contactTold } from '#client/contact.ts'
import { feedState } from '#client/feed-state.ts'
import { Message } from '#ui/message.tsx'
import { formatTime } from '#words/format.ts'
import { useLanguage, useWords } from '#words/words.tsx'
import { useSyncExternalStore } from 'react'

/** The truth about the line: quiet while it holds, never hidden once it does not. */
export function ContactLamp() {
  const say = useWords()
  const language = useLanguage()
  const contact = useSyncExternalStore(contactTold.watch, contactTold.read)
  const feed = useSyncExternalStore(feedState.watch, feedState.read)
  switch (contact.state) {
    case 'ok':
      return feed.is === 'lost' ? (
        <Lamp look="amber">{say('contact.notLive', { time: formatTime(feed.since, language) })}</Lamp>
      ) : (
        <p className="no-print flex items-center gap-2 px-4 pt-2 text-sm text-soft tablet:px-6">
          <span className="size-2.5 rounded-full bg-good" aria-hidden="true" />
          {say('contact.ok')}
        </p>
      )
    case 'lost':
      return <Lamp look="red">{say('contact.lost', { time: formatTime(contact.since, language) })}</Lamp>
    case 'token':
      return <Lamp look="red">{say('contact.token')}</Lamp>
    case 'vendor':
      return <Lamp look="amber">{say('contact.vendor')}</Lamp>
  }
}

const Lamp = ({ look, children }: { readonly look: 'red' | 'amber'; readonly children: string }) => (
  <div className="no-print px-4 pt-2 tablet:px-6">
    <Message role="status" look={look}>
      {children}
    </Message>
  </div>
)
