import type { ItemMatch } from '#contract/desk/inbox.ts'
import { readable, Unreadable } from '#contract/salvage.ts'
import type { ReadOrderItem } from '#contract/vendor/order.ts'
import { lineNames } from '#domain/line-names.ts'
import { momentOf } from '#domain/moment.ts'
import type { OrderView } from '#web/api/order.ts'
import { Digits, ServiceText } from '#web/components/text.tsx'
import { flatten } from '#domain/customer-notes.ts'
import { personWords } from '#web/format/person-words.ts'
import { NoteText } from '#web/format/note-text.tsx'
import { formatSent } from '#web/format/times.ts'
import { Quantity } from '#web/format/value.tsx'
import { formatMoment } from '#web/i18n/format.ts'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import type { ReactNode } from 'react'

interface FactProps {
  readonly name: string
  readonly isLarge?: boolean
  readonly children: ReactNode
}

/** Name and value side by side if there is room, else one below the other. */
export const Fact = ({ name, isLarge = false, children }: FactProps) => (
  <div className="ticket-fact">
    <dt>{name}</dt>
    <dd className={isLarge ? 'ticket-name' : ''}>{children}</dd>
  </div>
)

/** An amount or a time that never breaks, because half of it would be misread. */
export const Whole = ({ children }: { readonly children: string }) => <bdi className="ticket-whole">{children}</bdi>

/** Customer, delivery, payment and waiting time. */
export function TicketFacts({ view: { order, row, lane } }: { readonly view: OrderView }) {
  const t = useTranslate()
  const language = useLanguage()
  const isPickup = readable(order.is_pickup)
  const payment = readable(order.payment_method)
  const accepted = row?.timeline.findLast(({ what, detail }) => what === 'accept' && detail === 'done')
  return (
    <>
      <p className="ticket-way">
        {isPickup === undefined ? t('value.unreadable') : t(isPickup ? 'ticket.pickup' : 'ticket.delivery')}
        {lane === 'answer' && <span className="ticket-mark">{t('ticket.notAccepted')}</span>}
        {lane === 'closed' && (
          <span className="ticket-mark">
            <ServiceText>{readable(readable(order.status)?.title) ?? t('lane.closed')}</ServiceText>
          </span>
        )}
      </p>
      <dl>
        <Fact name={t('order.customer')} isLarge>
          <Sent>{readable(readable(order.customer)?.name)}</Sent>
        </Fact>
        <Fact name={t('order.delivery')}>
          <Sent>{readable(readable(order.delivery_method)?.name)}</Sent>
        </Fact>
        <Fact name={t('order.payment')}>
          <Sent>{readable(payment?.title) || readable(payment?.key)}</Sent>
        </Fact>
        <Fact name={t('order.placed')}>
          <Placed at={readable(order.created_at)} />
        </Fact>
        {accepted && (
          <Fact name={t('ticket.accepted')}>
            <Whole>{formatMoment(accepted.at, language)}</Whole>
            {accepted.by && accepted.by.person !== '' && (
              <>
                {' · '}
                <ServiceText>{personWords(accepted.by, t)}</ServiceText>
              </>
            )}
          </Fact>
        )}
        {lane === 'answer' && row?.respond_by && (
          <Fact name={t('ticket.answerBy')}>
            <Whole>{formatMoment(row.respond_by, language)}</Whole>
          </Fact>
        )}
      </dl>
    </>
  )
}

/** When the order was placed. A time without a zone says so, which is too long for one line of a roll. */
function Placed({ at }: { readonly at: string | undefined }) {
  const t = useTranslate()
  const language = useLanguage()
  if (at === undefined) return '—'
  const time = formatSent(at, language, t)
  return momentOf(at) === undefined ? <bdi>{time}</bdi> : <Whole>{time}</Whole>
}

/** A text of the service, or a dash if it is missing or unreadable. */
const Sent = ({ children }: { readonly children: string | undefined }) =>
  children === undefined || children === '' ? '—' : <ServiceText>{children}</ServiceText>

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
  const { notes, isCut } = flatten(of, language)
  if (notes.length === 0) return null
  return (
    <div className="ticket-box">
      <p className="ticket-small">
        <b>{t('line.notes')}</b>
      </p>
      <ul>
        {notes.map((note, index) => (
          <li key={index} className="ticket-note" style={{ paddingInlineStart: `${note.depth}em` }}>
            <NoteText note={note} />
          </li>
        ))}
        {isCut && <li>{t('value.more')}</li>}
      </ul>
    </div>
  )
}
