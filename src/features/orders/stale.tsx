import { serverTimeOf } from '#client/wire/server-clock.ts'
import { Message } from '#ui/message.tsx'
import { formatTime } from '#words/format.ts'
import { useLanguage, useWords } from '#words/words.tsx'

/** What is shown is old, and says so; it stays readable. `since` is on the page's own steady clock. */
export function Stale({ since }: { readonly since: number }) {
  const say = useWords()
  const language = useLanguage()
  return (
    <Message role="status" look="amber">
      {say('order.stale', { time: formatTime(serverTimeOf(since), language) })}
    </Message>
  )
}
