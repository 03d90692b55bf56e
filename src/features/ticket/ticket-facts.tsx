import type { OrderView } from '#client/order.ts'
import { readable } from '#contract/salvage.ts'
import { momentOf } from '#contract/moment.ts'
import { formatSent } from '#reading/format-sent.ts'
import { ServiceText } from '#ui/text.tsx'
import { formatMoment } from '#words/format.ts'
import { useLanguage, useWords } from '#words/words.tsx'
import { Fact, Whole } from './ticket-fact.tsx'

/** Whose it is, how it leaves the shop, how it is paid, and since when it waits. */
export function TicketFacts({ view: { order, row, lane } }: { readonly view: OrderView }) {
  const say = useWords()
  const language = useLanguage()
  const isPickup = readable(order.is_pickup)
  const payment = readable(order.payment_method)
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
      <dl>
        <Fact name={say('order.customer')} isLarge>
          <Sent>{readable(readable(order.customer)?.name)}</Sent>
        </Fact>
        <Fact name={say('order.delivery')}>
          <Sent>{readable(readable(order.delivery_method)?.name)}</Sent>
        </Fact>
        <Fact name={say('order.payment')}>
          <Sent>{readable(payment?.title) || readable(payment?.key)}</Sent>
        </Fact>
        <Fact name={say('order.placed')}>
          <Placed at={readable(order.created_at)} />
        </Fact>
        {accepted && (
          <Fact name={say('ticket.accepted')}>
            <Whole>{formatMoment(accepted.at, language)}</Whole>
            {accepted.by && accepted.by.person !== '' && (
              <>
                {' · '}
                <ServiceText>{accepted.by.person}</ServiceText>
              </>
            )}
          </Fact>
        )}
        {lane === 'answer' && row?.respond_by && (
          <Fact name={say('ticket.answerBy')}>
            <Whole>{formatMoment(row.respond_by, language)}</Whole>
          </Fact>
        )}
      </dl>
    </>
  )
}

/** When it was placed. What has no zone says so, and is too long for a line of the paper. */
function Placed({ at }: { readonly at: string | undefined }) {
  const say = useWords()
  const language = useLanguage()
  if (at === undefined) return '—'
  const time = formatSent(at, language, say)
  return momentOf(at) === undefined ? <bdi>{time}</bdi> : <Whole>{time}</Whole>
}

/** A text of the service; a dash where there is none that can be read. */
const Sent = ({ children }: { readonly children: string | undefined }) =>
  children === undefined || children === '' ? '—' : <ServiceText>{children}</ServiceText>
