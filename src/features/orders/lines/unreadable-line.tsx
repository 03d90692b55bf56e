import type { Unreadable } from '#contract/salvage.ts'
import { Message } from '#ui/message.tsx'
import { ServiceText } from '#ui/text.tsx'
import { useWords } from '#words/words.tsx'

/** A line of which nothing could be read, with what was sent in its place. */
export function UnreadableLine({ line }: { readonly line: Unreadable }) {
  const say = useWords()
  return (
    <Message look="amber">
      <p className="text-lg font-semibold">{say('order.lineUnreadable')}</p>
      <p>{say('unreadableLine.hint')}</p>
      <ServiceText className="block text-sm">{JSON.stringify(line.raw)?.slice(0, 300) ?? ''}</ServiceText>
    </Message>
  )
}
