import type { OrderRow } from '#contract/desk/inbox.ts'
import { wrongTone } from '#web/api/preferences.ts'
import type { PickAttempts } from '#web/features/orders/picking/pick-attempts.ts'
import { isTaken, type ScanMessage } from '#web/features/orders/picking/use-scan-picks.ts'
import { setScanned } from '#web/features/orders/picking/use-picks.ts'
import { type FoundCode, scanTickets } from './scan-tickets.ts'
import { scannedLines } from './station-context.ts'
import type { Ticket } from './tickets.ts'
import { useEffect, useEffectEvent, useState } from 'react'

/** Watches for a scanner that types. @returns how to stop. */
export type WatchScans = (onScan: (code: string) => void) => () => void

/** Finds the open orders with a code. */
export type FindCode = (code: string, rows: readonly OrderRow[]) => FoundCode

interface ScansDeps {
  readonly tickets: readonly Ticket[]
  readonly picks: PickAttempts
  readonly watchScans: WatchScans
  readonly findCode: FindCode
}

/** The result of the latest scan; `number` is that of its order, and empty if it has none. */
export type StationScan = ScanMessage & { readonly number: string }

/** How long the result is shown and its line highlighted. */
const shownForMs = 8000

/** Each scan counts one piece of the first open line of the oldest ticket that has the code. */
export function useScans({ tickets, picks, watchScans, findCode }: ScansDeps): StationScan | undefined {
  const [scan, setScan] = useState<StationScan>()

  const take = useEffectEvent((code: string) => {
    const found = findCode(
      code,
      tickets.map(({ row }) => row),
    )
    const isPicked = (orderId: string, line: string) => {
      const row = tickets.find((ticket) => ticket.orderId === orderId)?.row
      return isTaken(line, row?.picks ?? [], picks.of(orderId))
    }
    const { ticket, keys, result } = scanTickets(tickets, found, isPicked)
    const { is, line, quantity, count } = result
    if (ticket && (is === 'counted' || is === 'picked')) setScanned(ticket.orderId, line, quantity, count)
    else if (is !== 'own') wrongTone.read()()
    if (ticket && is === 'picked') {
      // The count is kept until the mark is stored, so that after a failure the next scan retries it.
      void picks.send(ticket.order.id, line, 'picked').then((isStored) => {
        if (isStored) setScanned(ticket.orderId, line, quantity, 0)
      })
    }
    const serial = (scan?.serial ?? 0) + 1
    const marked = is === 'several' ? keys : [line]
    scannedLines.set(ticket && { orderId: ticket.orderId, keys: marked, serial })
    setScan({ ...result, marked, code, reading: found.reading, serial, number: ticket?.number ?? '' })
  })
  useEffect(() => watchScans((code) => take(code)), [watchScans])

  useEffect(() => {
    if (!scan) return
    const timer = setTimeout(() => {
      setScan(undefined)
      scannedLines.set(undefined)
    }, shownForMs)
    return () => clearTimeout(timer)
  }, [scan])

  return scan
}
