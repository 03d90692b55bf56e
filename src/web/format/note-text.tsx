import { ServiceText } from '#web/components/text.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import type { Note } from '#domain/customer-notes.ts'

/**
 * One of a customer's notes, such as "Bag: Paper". Name and value are isolated each, so that the pair runs in the
 * interface's direction whatever their languages are: the name first, then the colon, then the value.
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
    <>
      <ServiceText>{name}</ServiceText>
      {shown && ': '}
      {shown}
    </>
  )
}
