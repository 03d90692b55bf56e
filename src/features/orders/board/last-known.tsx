import { useTold } from '#client/told.ts'
import { contact as contactTold } from '#client/wire/contact.ts'
import { Message } from '#ui/message.tsx'
import { serverTimeOf } from '#client/wire/server-clock.ts'
import { formatWhen } from '#reading/format-when.ts'
import { useLanguage, useWords } from '#words/words.tsx'

/** Marks a board that this tablet kept from before it was opened without contact. */
export function LastKnown() {
  const say = useWords()
  const language = useLanguage()
  const contact = useTold(contactTold)
  if (contact.state !== 'lost' || !contact.isKept) return null
  return (
    <Message role="status" look="amber">
      <p className="font-semibold">
        {say('lastKnown.title', { time: formatWhen(serverTimeOf(contact.since), language) })}
      </p>
      <p className="text-sm max-tablet:sr-only short:sr-only">{say('lastKnown.hint')}</p>
    </Message>
  )
}
