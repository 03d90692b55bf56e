import type { OrderView } from '#client/order.ts'
import { readable } from '#contract/salvage.ts'
import { ServiceText } from '#ui/text.tsx'
import { formatMoment } from '#words/format.ts'
import { useLanguage, useWords } from '#words/words.tsx'
import type { ReactNode } from 'react'

/** Whose it is, how it leaves the shop, how it is paid, and since when it waits. */
export function TicketFacts({ view: { order, row, lane } }: { readonly view: OrderView }) {
  const say = useWords()
  const language = useLanguage()
  const isPickup = readable(order.is_pickup)
  const placed = readable(order.created_at)
  const accepted = row?.timeline.findLast(({ what, detail }) => what === 'accept' && detail === 'done')
  return (
    <>
      <p className="ticket-way">
        {isPickup === undefined ? say('value.unreadable') : say(isPickup ? 'ticket.pickup' : 'ticket.delivery')}
        {lane === 'answer' && <span className="ticket-mark">{say('ticket.notAccepted')}</span>}
        {lane === 'closed' && (
          <span className="ticket-mark">
            <ServiceText>{readable(readable(order.status)?.title) ?? say('lane.closed')}</ServiceText>
          </span>
        )}
      </p>
      <dl className="ticket-facts">
        <Fact name={say('order.customer')} isLarge>
          <Sent>{readable(readable(order.customer)?.name)}</Sent>
        </Fact>
        <Fact name={say('order.delivery')}>
          <Sent>{readable(readable(order.delivery_method)?.name)}</Sent>
        </Fact>
        <Fact name={say('order.payment')}>
          <Sent>{readable(readable(order.payment_method)?.title)}</Sent>
        </Fact>
        <Fact name={say('order.placed')}>{placed === undefined ? '—' : formatMoment(placed, language)}</Fact>
        {accepted && (
          <Fact name={say('ticket.accepted')}>
            {formatMoment(accepted.at, language)}
            {accepted.by && accepted.by.person !== '' && (
              <>
                {' · '}
                <ServiceText>{accepted.by.person}</ServiceText>
              </>
            )}
          </Fact>
        )}
        {lane === 'answer' && row?.respond_by && (
          <Fact name={say('ticket.answerBy')}>{formatMoment(row.respond_by, language)}</Fact>
        )}
      </dl>
    </>
  )
}

interface FactProps {
  readonly name: string
  readonly isLarge?: boolean
  readonly children: ReactNode
}

const Fact = ({ name, isLarge = false, children }: FactProps) => (
  <>
    <dt>{name}</dt>
    <dd className={isLarge ? 'ticket-name' : ''}>{children}</dd>
  </>
)

/** A text of the service; a dash where there is none that can be read. */
const Sent = ({ children }: { readonly children: string | undefined }) =>
  children === undefined || children === '' ? '—' : <ServiceText>{children}</ServiceText>
