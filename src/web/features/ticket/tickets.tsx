import { answersUnderWay, dropTicket, tickets, type TicketRequest } from '#web/api/screen-state.ts'
import { boardQuery } from '#web/api/board.ts'
import { notify } from '#web/api/toasts.ts'
import { readPrintMethod } from '#web/api/print-preferences.ts'
import { useStore } from '#web/api/store.ts'
import { Button } from '#web/components/button.tsx'
import { Message } from '#web/components/text.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { prepareTicket, readAnew, type PreparedTicket } from './prepare-ticket.ts'
import { PreparedRoll } from './ticket-roll.tsx'

/**
 * Prints the requested tickets one after the other. Never prints while an answer of this tablet is held or under way.
 * Prints nothing automatically while an order waits, unless the browser prints without a blocking dialog. Both are
 * checked again once a ticket is prepared, which takes time.
 */
export function Tickets() {
  const t = useTranslate()
  const queries = useQueryClient()
  const requests = useStore(tickets)
  const isAnswering = useStore(answersUnderWay) > 0
  const isOrderWaiting = useIsOrderWaiting(requests.length > 0)
  const [hurried, setHurried] = useState<TicketRequest>()
  const [prepared, setPrepared] = useState<readonly PreparedTicket[]>([])
  const [printing, setPrinting] = useState<PreparedTicket>()
  const way = readPrintMethod()

  const mayBePrinted = (request: TicketRequest) =>
    request === hurried || (!isAnswering && (!request.isAutomatic || way === 'silent' || !isOrderWaiting))
  const wanted = requests.filter((request) => !request.isAutomatic || way !== 'no')
  const found = printing ?? prepared.find(({ request }) => wanted.includes(request) && mayBePrinted(request))
  const roll = found?.isOld ? undefined : found
  const next = found ? undefined : wanted.find(mayBePrinted)
  const late = prepared.find((each) => each !== printing && !each.isOld && !mayBePrinted(each.request))
  if (late) setPrepared(replaced(prepared, late, { ...late, isOld: true }))

  useEffect(() => {
    if (found?.isOld) void readAnew(queries, found).then((fresh) => setPrepared((all) => replaced(all, found, fresh)))
  }, [found, queries])

  useEffect(() => {
    if (way === 'no') for (const request of requests) if (request.isAutomatic) dropTicket(request)
  }, [way, requests])

  /** Each request starts once, because the desk counts the copies. */
  const begun = useRef(new WeakSet<TicketRequest>())
  useEffect(() => {
    if (!next || begun.current.has(next)) return
    begun.current.add(next)
    const prepare = async (request: TicketRequest) => {
      const ticket = await prepareTicket(queries, request).catch(() => 'failed' as const)
      if (ticket && ticket !== 'failed' && 'request' in ticket) {
        setPrepared((all) => [...all, ticket])
        return
      }
      dropTicket(request)
      if (ticket) notify(ticket === 'failed' ? t('ticket.failed') : t('ticket.before', { number: ticket.changed }))
    }
    void prepare(next)
  }, [next, queries, t])

  const [waiting] = found || next ? [] : wanted
  return (
    <>
      {waiting && (
        <Message role="status" className="no-print mx-4 mt-2 tablet:mx-6">
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p>{t(isAnswering ? 'ticket.afterAnswer' : 'ticket.afterOrders', { count: wanted.length })}</p>
            <Button onClick={() => setHurried(waiting)}>{t('ticket.now')}</Button>
          </div>
        </Message>
      )}
      {roll && (
        <PreparedRoll
          key={roll.id}
          ticket={roll}
          onBegun={() => setPrinting(roll)}
          onPrinted={() => {
            dropTicket(roll.request)
            setPrepared((all) => all.filter((each) => each !== roll))
            setPrinting(undefined)
          }}
        />
      )}
    </>
  )
}

const replaced = (all: readonly PreparedTicket[], ticket: PreparedTicket, by: PreparedTicket) =>
  all.map((each) => (each === ticket ? by : each))

/** Fetched only while it matters; unknown counts as waiting. */
function useIsOrderWaiting(isEnabled: boolean): boolean {
  const { data: board } = useQuery({ ...boardQuery(), enabled: isEnabled })
  return board?.data.some(({ lane }) => lane === 'answer') ?? true
}
