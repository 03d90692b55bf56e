import type { OwnLines } from '#domain/own-lines.ts'
import { boardRow } from '#web/api/board.ts'
import { wrongTone } from '#web/api/preferences.ts'
import type { PickAttempts } from '#web/features/orders/picking/pick-attempts.ts'
import { type Bump, dropBump, noteBump } from './bumps.ts'
import { openLines, orderIn, ticketOf } from './tickets.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'

/** What the key of a ticket does, and how it is taken back. All are stable. */
export function useTicketPresses(own: OwnLines, picks: PickAttempts, see: (orderId: string) => void) {
  const queries = useQueryClient()
  const readyPresses = useRef(new Map<string, () => void>())

  const press = useCallback(
    (orderId: string): void => {
      const row = boardRow(queries, orderId)
      // The counter has acknowledged its cancellation already.
      if (!row || row.problem === 'cancelled') return see(orderId)
      const ticket = ticketOf(row, own, picks.of(orderId))
      if (ticket?.state === 'done') return readyPresses.current.get(orderId)?.()
      const lines = ticket?.state === 'open' ? openLines(ticket).map(({ key }) => key) : []
      if (!ticket || lines.length === 0) return wrongTone.read()()
      noteBump({ orderId, number: ticket.number, lines })
      for (const line of lines) void picks.send(ticket.order.id, line, 'picked')
    },
    [queries, own, picks, see],
  )

  const onReadyPress = useCallback((orderId: string, ready: () => void) => {
    readyPresses.current.set(orderId, ready)
    return () => void readyPresses.current.delete(orderId)
  }, [])

  const recall = useCallback(
    (bump: Bump, lines: readonly string[]): void => {
      const row = boardRow(queries, bump.orderId)
      if (!row) return
      dropBump(bump)
      for (const line of lines) void picks.send(orderIn(row).id, line, null)
    },
    [queries, picks],
  )
  return { press, onReadyPress, recall }
}
