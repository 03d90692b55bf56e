import type { ItemMatch } from '#contract/desk/inbox.ts'
import { readable, Unreadable } from '#contract/salvage.ts'
import type { ReadOrderItem } from '#contract/vendor/order.ts'
import { Quantity } from '#web/format/value.tsx'
import { flatten, type Wish } from '#web/format/customer-notes.ts'
import { Digits, ServiceText } from '#web/components/text.tsx'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import { lineNames } from './paper-size.ts'

interface TicketLineProps {
  readonly line: ReadOrderItem | Unreadable
  readonly match: ItemMatch | undefined
}

/** The quantity, the names, and the customer's notes in a box, because a note may be an allergy. */
export function TicketLine({ line, match }: TicketLineProps) {
  const t = useTranslate()
  const language = useLanguage()
  if (line instanceof Unreadable) {
    return (
      <li className="ticket-line ticket-box">
        <b>{t('order.lineUnreadable')}</b> {t('ticket.lineUnreadable')}
      </li>
    )
  }
  const quantity = readable(line.quantity)
  const product = readable(line.product)
  const [name = t('line.noName', { id: readable(line.id) ?? '?' }), otherName] = lineNames(line, match, language)
  const codes = [product?.vendor_reference_id, product?.barcode].map((code) => code && readable(code))
  return (
    <li className="ticket-line">
      <span className={`ticket-quantity ${quantity === 1 ? '' : 'ticket-many'}`}>
        <Quantity of={quantity ?? '?'} />
      </span>
      <div className="ticket-what">
        <p className="ticket-name">
          <ServiceText>{name}</ServiceText>
        </p>
        {otherName !== undefined && (
          <p className="ticket-other-name">
            <ServiceText>{otherName}</ServiceText>
          </p>
        )}
        <p className="ticket-small">
          <Digits>{codes.filter(Boolean).join(' · ')}</Digits>
        </p>
        <TicketRequests of={line.customizations} />
      </div>
    </li>
  )
}

function TicketRequests({ of }: { readonly of: unknown }) {
  const t = useTranslate()
  const language = useLanguage()
  const { wishes: notes, isCut } = flatten(of, language)
  if (notes.length === 0) return null
  return (
    <div className="ticket-box">
      <p className="ticket-small">
        <b>{t('line.wishes')}</b>
      </p>
      <ul>
        {notes.map((note, index) => (
          <li key={index} className="ticket-wish" style={{ paddingInlineStart: `${note.depth}em` }}>
            <NoteText note={note} />
          </li>
        ))}
        {isCut && <li>{t('value.more')}</li>}
      </ul>
    </div>
  )
}

function NoteText({ note: { name, value } }: { readonly note: Wish }) {
  const t = useTranslate()
  const text = typeof value === 'boolean' ? t(value ? 'value.yes' : 'value.no') : value
  return (
    <>
      {name !== undefined && <ServiceText>{name}</ServiceText>}
      {name !== undefined && text !== undefined && ': '}
      {text !== undefined && (
        <b>
          <ServiceText>{text}</ServiceText>
        </b>
      )}
    </>
  )
}
