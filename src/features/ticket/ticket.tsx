import { isUnread, type OrderView } from '#client/order.ts'
import type { Paper } from '#client/tablet/paper.ts'
import { sessionQuery } from '#client/session.ts'
import { readable, Unreadable } from '#contract/salvage.ts'
import { lineKey, orderItems } from '#contract/vendor/order.ts'
import { orderNumber } from '#reading/order-number.ts'
import { Digits, ServiceText } from '#ui/text.tsx'
import { formatMoney, formatTime } from '#words/format.ts'
import { useLanguage, useWords } from '#words/words.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { Barcode } from './barcode.tsx'
import { widthMm } from './paper-size.ts'
import { Fact, Whole } from './ticket-fact.tsx'
import { TicketFacts } from './ticket-facts.tsx'
import { TicketLine } from './ticket-line.tsx'

/** How often the order was asked for on paper, over all tablets: 1 is the first; nothing where that is not known. */
export type Copy = number | 'unknown'

export interface TicketProps {
  readonly view: OrderView
  readonly paper: Paper
  readonly bag: number
  readonly bags: number
  readonly copy: Copy
  /** When it was asked for, in milliseconds on the server's clock. */
  readonly askedAt: number
}

/** One order on paper. It never has a code of hand-over: paper lies about. */
export function Ticket({ view, paper, bag, bags, copy, askedAt }: TicketProps) {
  const say = useWords()
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
          {bags > 1 && ` · ${say('ticket.bag', { bag, bags })}`}
        </p>
      )}
      {mode && mode !== 'live' && <p className="ticket-box ticket-middle ticket-practice">{say(`${mode}.banner`)}</p>}
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
            ? say(`problem.${row?.problem ?? 'unread'}`)
            : say(order.items instanceof Unreadable ? 'order.itemsUnreadable' : 'order.noItems')}
        </p>
      )}
      <dl>
        <Fact name={say('order.totalQuantity')}>{readable(order.total_quantity) ?? say('value.unreadable')}</Fact>
        <Fact name={say('order.total')} isLarge>
          <Whole>
            {total === undefined ? say('value.unreadable') : formatMoney(total, readable(order.currency), language)}
          </Whole>
        </Fact>
      </dl>
      <p className="ticket-small ticket-end">
        <Digits>{order.id}</Digits> · {say('ticket.asked', { time: formatTime(askedAt, language) })}
      </p>
    </article>
  )
}

function Marks({ bag, bags, copy }: Pick<TicketProps, 'bag' | 'bags' | 'copy'>) {
  const say = useWords()
  if (bags === 1 && copy === 1) return null
  return (
    <p className="ticket-marks">
      {bags > 1 && <span className="ticket-mark">{say('ticket.bag', { bag, bags })}</span>}
      {copy !== 1 && (
        <span className="ticket-mark">
          {copy === 'unknown' ? say('ticket.copyUnknown') : say('ticket.reprint', { copy })}
        </span>
      )}
    </p>
  )
}
