import type { ItemMatch } from '#contract/desk/inbox.ts'
import { readable, Unreadable } from '#contract/salvage.ts'
import type { ReadOrderItem } from '#contract/vendor/order.ts'
import { Quantity } from '#reading/quantity.tsx'
import { flatten, type Wish } from '#reading/wishes.ts'
import { Digits, ServiceText } from '#ui/text.tsx'
import { useLanguage, useWords } from '#words/words.tsx'
import { lineNames } from './line-names.ts'

interface TicketLineProps {
  readonly line: ReadOrderItem | Unreadable
  readonly match: ItemMatch | undefined
}

/** How many, of what; and whatever the customer wished for in a box of its own, for it may be an allergy. */
export function TicketLine({ line, match }: TicketLineProps) {
  const say = useWords()
  const language = useLanguage()
  if (line instanceof Unreadable) {
    return (
      <li className="ticket-line ticket-box">
        <b>{say('order.lineUnreadable')}</b> {say('ticket.lineUnreadable')}
      </li>
    )
  }
  const quantity = readable(line.quantity)
  const product = readable(line.product)
  const [name = say('line.noName', { id: readable(line.id) ?? '?' }), otherName] = lineNames(line, match, language)
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
        <TicketWishes of={line.customizations} />
      </div>
    </li>
  )
}

function TicketWishes({ of }: { readonly of: unknown }) {
  const say = useWords()
  const language = useLanguage()
  const { wishes, isCut } = flatten(of, language)
  if (wishes.length === 0) return null
  return (
    <div className="ticket-box">
      <p className="ticket-small">
        <b>{say('line.wishes')}</b>
      </p>
      <ul>
        {wishes.map((wish, index) => (
          <li key={index} className="ticket-wish" style={{ paddingInlineStart: `${wish.depth}em` }}>
            <WishText wish={wish} />
          </li>
        ))}
        {isCut && <li>{say('value.more')}</li>}
      </ul>
    </div>
  )
}

function WishText({ wish: { name, value } }: { readonly wish: Wish }) {
  const say = useWords()
  const text = typeof value === 'boolean' ? say(value ? 'value.yes' : 'value.no') : value
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
