import type { Paper } from '#web/api/preferences.ts'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import { pageRule, setPage, sheetCount } from './paper-size.ts'
import type { PreparedTicket } from './prepare-ticket.ts'
import { TestTicket } from './test-ticket.tsx'
import { Ticket } from './ticket.tsx'
import { type ReactNode, useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'

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
