import type { Paper } from '#web/api/preferences/paper.ts'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import { useEffect, useRef, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { pageRule, setPage } from './paper-size.ts'
import { sheetCount } from './sheet-count.ts'

interface TicketRollProps {
  readonly paper: Paper
  /** The browser is about to take them: from now on they stay until it is over. */
  readonly onBegun: () => void
  /** The printer, or its dialog, has them, as far as a browser tells. */
  readonly onPrinted: () => void
  /** Each on a page of its own. */
  readonly children: ReactNode
}

/** Some browsers never say that it is over. */
const overAfterMs = 60_000

/**
 * Prints tickets, and nothing else of the page: they stand beside it, unseen on the screen, and alone on paper. In the
 * page itself, for the content policy lets it have no frames.
 */
export function TicketRoll({ paper, onBegun, onPrinted, children }: TicketRollProps) {
  const count = sheetCount(useTranslate(), useLanguage())
  const roll = useRef<HTMLDivElement>(null)
  const told = useRef({ onBegun, onPrinted })
  useEffect(() => {
    told.current = { onBegun, onPrinted }
  })
  useEffect(() => {
    const heights = [...(roll.current?.children ?? [])].map((ticket) => ticket.getBoundingClientRect().height)
    const takeBack = setPage(pageRule(paper, Math.max(0, ...heights), count))
    const onOver = () => told.current.onPrinted()
    addEventListener('afterprint', onOver)
    let timer = setTimeout(() => {
      told.current.onBegun()
      // The page stands still until a dialog of the browser is closed.
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
