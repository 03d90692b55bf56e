import { ServiceText } from '#web/components/text.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import type { Note } from './customer-notes.ts'

/**
 * One of a customer's notes, such as "Bag: Paper". The pair runs in the direction of its name, so that the colon stands
 * between the two in any interface.
 */
export function NoteText({ note: { name, value } }: { readonly note: Note }) {
  const t = useTranslate()
  const text = typeof value === 'boolean' ? t(value ? 'value.yes' : 'value.no') : value
  const shown = text !== undefined && (
    <b>
      <ServiceText>{text}</ServiceText>
    </b>
  )
  if (name === undefined) return shown
  return (
    <bdi dir="auto">
      {name}
      {shown && ': '}
      {shown}
    </bdi>
  )
}
