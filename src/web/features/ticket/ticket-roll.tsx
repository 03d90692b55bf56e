import { readable, Unreadable } from '#contract/salvage.ts'
import { lineKey, orderItems } from '#contract/vendor/order.ts'
import { isUnread, type OrderView } from '#web/api/order.ts'
import type { Paper } from '#web/api/print-preferences.ts'
import { sessionQuery } from '#web/api/session.ts'
import { Digits, ServiceText } from '#web/components/text.tsx'
import { orderNumber } from '#domain/order-number.ts'
import { formatMoney, formatTime } from '#web/i18n/format.ts'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import { Barcode } from './barcode.tsx'
import { pageRule, setPage, sheetCount, widthMm } from './paper-size.ts'
import type { Copy, PreparedTicket } from './prepare-ticket.ts'
import { Fact, TicketFacts, TicketLine, Whole } from './ticket-facts.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'

interface TestTicketProps {
  readonly paper: Paper
  readonly askedAt: number
}

/** Proves that the printer prints to both edges, in all scripts, and sharply enough for a scanner. */
function TestTicket({ paper, askedAt }: TestTicketProps) {
  const t = useTranslate()
  const language = useLanguage()
  return (
    <article className="ticket">
      <p className="ticket-number ticket-long-number">{t('ticket.test')}</p>
      <Barcode texts={['TEST-1234']} widthMm={widthMm[paper]} />
      <p className="ticket-box">{t('ticket.testWhat')}</p>
      <p className="ticket-name ticket-middle">
        <bdi lang="en">Aa 123</bdi> · <bdi lang="ar">أبجد ١٢٣</bdi> · <bdi lang="fr">Éàç</bdi>
      </p>
      <p className="ticket-small ticket-end">{t('ticket.asked', { time: formatTime(askedAt, language) })}</p>
    </article>
  )
}

interface TicketProps {
  readonly view: OrderView
  readonly paper: Paper
  readonly bag: number
  readonly bags: number
  readonly copy: Copy
  /** When it was requested, in ms on the server's clock. */
  readonly askedAt: number
}

/** One order on paper. It never shows a hand-over code, because anybody may pick the paper up. */
function Ticket({ view, paper, bag, bags, copy, askedAt }: TicketProps) {
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

interface TicketRollProps {
  readonly paper: Paper
  /** Called when the browser starts printing: the tickets must not change until it has finished. */
  readonly onBegun: () => void
  /** Called when the printer or its dialog has the tickets, as far as a browser tells. */
  readonly onPrinted: () => void
  /** Each on a page of its own. */
  readonly children: ReactNode
}

/** Some browsers never report the end. */
const overAfterMs = 60_000

/**
 * Prints the tickets and nothing else: they are hidden on the screen and alone on paper. They are part of the page,
 * because the content policy forbids frames.
 */
function TicketRoll({ paper, onBegun, onPrinted, children }: TicketRollProps) {
  const count = sheetCount(useTranslate(), useLanguage())
  const roll = useRef<HTMLDivElement>(null)
  const started = useRef({ onBegun, onPrinted })
  useEffect(() => {
    started.current = { onBegun, onPrinted }
  })
  useEffect(() => {
    const heights = [...(roll.current?.children ?? [])].map((ticket) => ticket.getBoundingClientRect().height)
    const takeBack = setPage(pageRule(paper, Math.max(0, ...heights), count))
    const onOver = () => started.current.onPrinted()
    addEventListener('afterprint', onOver)
    let timer = setTimeout(() => {
      started.current.onBegun()
      // Blocks until the browser's dialog is closed.
      window.print()
      timer = setTimeout(onOver, overAfterMs)
    })
    return () => {
      clearTimeout(timer)
      removeEventListener('afterprint', onOver)
      takeBack()
    }
  }, [paper, count])
  return createPortal(
    <div ref={roll} className="ticket-roll" data-paper={paper}>
      {children}
    </div>,
    document.body,
  )
}

interface PreparedRollProps {
  readonly ticket: PreparedTicket
  readonly onBegun: () => void
  readonly onPrinted: () => void
}

/** A ticket for each bag. */
export function PreparedRoll({ ticket, onBegun, onPrinted }: PreparedRollProps) {
  const { request, view, paper, copy, askedAt } = ticket
  return (
    <TicketRoll paper={paper} onBegun={onBegun} onPrinted={onPrinted}>
      {view ? (
        Array.from({ length: request.bags }, (_, index) => (
          <Ticket
            key={index}
            view={view}
            paper={paper}
            bag={index + 1}
            bags={request.bags}
            copy={copy}
            askedAt={askedAt}
          />
        ))
      ) : (
        <TestTicket paper={paper} askedAt={askedAt} />
      )}
    </TicketRoll>
  )
}
