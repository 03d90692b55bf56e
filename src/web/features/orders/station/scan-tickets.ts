import type { BarcodeReading } from '#domain/barcode.ts'
import { type Scanned, scannedLine } from '#web/features/orders/picking/use-scan-picks.ts'
import { isTickable, type Ticket } from './tickets.ts'

/** The open orders with a scanned code, and their lines that have it: none if it is the order's own number. */
export interface FoundCode {
  readonly orders: readonly { readonly orderId: string; readonly lines: readonly { readonly key: string }[] }[]
  /** How the code was interpreted, if nothing has the code itself. */
  readonly reading: BarcodeReading | undefined
}

/** What a scan means for the tickets; `ticket` is undefined if it means none. */
export interface ScannedTicket {
  readonly ticket: Ticket | undefined
  readonly result: Scanned
  /** All its lines with the code. */
  readonly keys: readonly string[]
}

const wrong: Scanned = { line: '', is: 'wrong', name: '', count: 0, quantity: 0 }

/**
 * The line that a scanned code is a piece of: the first open one of the oldest ticket that needs it. Where none needs it,
 * the ticket that has it already.
 */
export function scanTickets(
  tickets: readonly Ticket[],
  { orders, reading }: FoundCode,
  isPicked: (orderId: string, line: string) => boolean,
): ScannedTicket {
  let surplus: ScannedTicket | undefined
  let own: ScannedTicket | undefined
  for (const ticket of tickets) {
    const found = orders.find(({ orderId }) => orderId === ticket.orderId)
    if (!found || !isTickable(ticket)) continue
    const keys = found.lines.map(({ key }) => key).filter((key) => ticket.lines.some((line) => line.key === key))
    if (found.lines.length === 0) own ??= { ticket, keys, result: { ...wrong, is: 'own' } }
    if (keys.length === 0) continue
    const result = scannedLine(ticket.order, (line) => isPicked(ticket.orderId, line), keys, reading?.is)
    if (result.is !== 'surplus') return { ticket, keys, result }
    surplus ??= { ticket, keys, result }
  }
  return surplus ?? own ?? { ticket: undefined, keys: [], result: wrong }
}
