import { isUnread, type OrderView } from '#web/api/order.ts'
import type { Paper } from '#web/api/preferences.ts'
import { sessionQuery } from '#web/api/session.ts'
import { readable, Unreadable } from '#contract/salvage.ts'
import { lineKey, orderItems } from '#contract/vendor/order.ts'
import { orderNumber } from '#web/format/order-number.ts'
import { Digits, ServiceText } from '#web/components/text.tsx'
import { formatMoney, formatTime } from '#web/i18n/format.ts'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { Barcode } from './barcode.tsx'
import { widthMm } from './paper-size.ts'
import { Fact, TicketFacts, Whole } from './ticket-facts.tsx'
import { TicketLine } from './ticket-line.tsx'

/** How often the order was printed, over all tablets: 1 is the first. */
export type Copy = number | 'unknown'

export interface TicketProps {
  readonly view: OrderView
  readonly paper: Paper
  readonly bag: number
  readonly bags: number
  readonly copy: Copy
  /** When it was requested, in ms on the server's clock. */
  readonly askedAt: number
}

/** One order on paper. It never shows a hand-over code, because anybody may pick the paper up. */
export function Ticket({ view, paper, bag, bags, copy, askedAt }: TicketProps) {
  const t = useTranslate()
  const language = useLanguage()
  const { order, row } = view
  const lines = orderItems(order)
  const mode = useQueryClient().getQueryData(sessionQuery().queryKey)?.mode
  const shop = readable(readable(order.vendor)?.name)
  const number = orderNumber(order)
  const total = readable(order.total)
  return (
    <article className="ticket">
      {paper === 'A4' && (
        <p className="ticket-sheet-head">
          <Digits>{number}</Digits>
          {bags > 1 && ` · ${t('ticket.bag', { bag, bags })}`}
        </p>
      )}
      {mode && mode !== 'live' && <p className="ticket-box ticket-middle ticket-practice">{t(`${mode}.banner`)}</p>}
      {shop !== undefined && (
        <p className="ticket-middle">
          <ServiceText>{shop}</ServiceText>
        </p>
      )}
      <p className={`ticket-number ${number.length > 10 ? 'ticket-long-number' : ''}`}>
        <Digits>{number}</Digits>
      </p>
      <Barcode texts={[number, order.id]} widthMm={widthMm[paper]} />
      <Marks bag={bag} bags={bags} copy={copy} />
      <TicketFacts view={view} />
      <ul className="ticket-lines">
        {lines.map((line, index) => (
          <TicketLine
            key={index}
            line={line}
            match={view.matches.find((match) => match.line === lineKey(line, index))}
          />
        ))}
      </ul>
      {(order.items instanceof Unreadable || lines.length === 0) && (
        <p className="ticket-box">
          {isUnread(view)
            ? t(`problem.${row?.problem ?? 'unread'}`)
            : t(order.items instanceof Unreadable ? 'order.itemsUnreadable' : 'order.noItems')}
        </p>
      )}
      <dl>
        <Fact name={t('order.totalQuantity')}>{readable(order.total_quantity) ?? t('value.unreadable')}</Fact>
        <Fact name={t('order.total')} isLarge>
          <Whole>
            {total === undefined ? t('value.unreadable') : formatMoney(total, readable(order.currency), language)}
          </Whole>
        </Fact>
      </dl>
      <p className="ticket-small ticket-end">
        <Digits>{order.id}</Digits> · {t('ticket.asked', { time: formatTime(askedAt, language) })}
      </p>
    </article>
  )
}

function Marks({ bag, bags, copy }: Pick<TicketProps, 'bag' | 'bags' | 'copy'>) {
  const t = useTranslate()
  if (bags === 1 && copy === 1) return null
  return (
    <p className="ticket-marks">
      {bags > 1 && <span className="ticket-mark">{t('ticket.bag', { bag, bags })}</span>}
      {copy !== 1 && (
        <span className="ticket-mark">
          {copy === 'unknown' ? t('ticket.copyUnknown') : t('ticket.reprint', { copy })}
        </span>
      )}
    </p>
  )
}
