import type { ReadOrder } from '#contract/vendor/order.ts'
import { Message } from '#ui/message.tsx'
import { ServiceText } from '#ui/text.tsx'
import { useWords, type Say } from '#words/words.tsx'
import { changesOf, type LineChange } from './change.ts'

interface CustomerChangeProps {
  readonly order: ReadOrder
  /** The lines as they were. */
  readonly before: unknown
}

/** What the customer changed, so that nobody packs what was ordered first. */
export function CustomerChange({ order, before }: CustomerChangeProps) {
  const say = useWords()
  const changes = changesOf(before, order)
  if (changes.length === 0) return null
  return (
    <Message look="amber" role="note">
      <h2 className="font-bold">{say('changed.title')}</h2>
      <ul className="text-strong">
        {changes.map((change) => (
          <li key={change.id}>
            <ServiceText>{changeText(change, say)}</ServiceText>
          </li>
        ))}
      </ul>
    </Message>
  )
}

function changeText({ name, before, now }: LineChange, say: Say): string {
  if (now === undefined) return say('changed.gone', { name })
  if (before === undefined) return say('changed.added', { name })
  return say('changed.more', { name, before, now })
}
