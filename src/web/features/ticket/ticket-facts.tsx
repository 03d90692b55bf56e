import { readable } from '#contract/salvage.ts'
import { momentOf } from '#domain/moment.ts'
import type { OrderView } from '#web/api/order.ts'
import { ServiceText } from '#web/components/text.tsx'
import { formatSent } from '#web/format/times.ts'
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
                <ServiceText>{accepted.by.person}</ServiceText>
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
