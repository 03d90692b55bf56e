import { contact as contactTold } from '#client/contact.ts'
import { Message } from '#ui/message.tsx'
import { formatMoment, formatTime } from '#words/format.ts'
import type { Language } from '#words/language.ts'
import { useLanguage, useWords } from '#words/words.tsx'
import { useSyncExternalStore } from 'react'

/** Marks a board that this tablet kept from before it was opened without contact. */
export function LastKnown() {
  const say = useWords()
  const language = useLanguage()
  const contact = useSyncExternalStore(contactTold.watch, contactTold.read)
  if (contact.state !== 'lost' || !contact.isKept) return null
  return (
    <Message role="status" look="amber">
      <p className="font-semibold">{say('lastKnown.title', { time: whenOf(contact.since, language) })}</p>
      <p className="text-sm max-tablet:sr-only short:sr-only">{say('lastKnown.hint')}</p>
    </Message>
  )
}

/** With its day where that is not today. */
function whenOf(at: number, language: Language): string {
  const isToday = new Date(at).toDateString() === new Date().toDateString()
  return isToday ? formatTime(at, language) : formatMoment(new Date(at).toISOString(), language)
}
