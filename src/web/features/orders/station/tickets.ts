import type { OrderRow } from '#contract/desk/inbox.ts'
import type { PickState } from '#contract/desk/marks.ts'
import { readable, type Unreadable } from '#contract/salvage.ts'
import { lineKey, orderItems, type ReadOrder, type ReadOrderItem } from '#contract/vendor/order.ts'
import { momentOf } from '#domain/moment.ts'
import { orderNumber } from '#domain/order-number.ts'
import { isOwnLine, type OwnLines } from '#domain/own-lines.ts'
import { orderOfRow } from '#web/api/order.ts'
import type { Attempts } from '#web/features/orders/picking/pick-attempts.ts'

/** A line of a ticket. */
export interface TicketLine {
  /** Its `lineKey`. */
  readonly key: string
  readonly line: ReadOrderItem | Unreadable
  readonly name: string
  readonly state: PickState | null
}

/**
 * - `open`: lines of this station are to be prepared
 * - `missing`: its lines are prepared, and a line of the order was not found
 * - `elsewhere`: its lines are prepared, and those of another station are not
 * - `done`: every line of the order is prepared
 * - `deciding`: the customer decides what becomes of the order
 * - `cancelled`: it was cancelled after it was accepted
 */
type TicketState = 'open' | 'missing' | 'elsewhere' | 'done' | 'deciding' | 'cancelled'

/** An order as a station shows it, with the lines of that station. */
export interface Ticket {
  readonly orderId: string
  readonly number: string
  readonly order: ReadOrder
  readonly row: OrderRow
  readonly lines: readonly TicketLine[]
  /** How many lines of the whole order were not found. */
  readonly missing: number
  readonly state: TicketState
  /** When the order was accepted, in milliseconds since 1970; undefined if the server does not say. */
  readonly since: number | undefined
}

const read = new WeakMap<OrderRow, ReadOrder>()

/** Each row is read once, because all tickets are looked through at each change of the board. */
export function orderIn(row: OrderRow): ReadOrder {
  const known = read.get(row)
  if (known) return known
  const order = orderOfRow(row)
  read.set(row, order)
  return order
}

/** The state of each line of an order, with the marks that are on their way. */
function linesIn(row: OrderRow, attempts: Attempts | undefined): readonly TicketLine[] {
  const picks = new Map(row.picks.map((pick) => [pick.line, pick.state]))
  return orderItems(orderIn(row)).map((line, index) => {
    const key = lineKey(line, index)
    const attempt = attempts?.get(key)
    const state = attempt && !attempt.failure ? attempt.state : (picks.get(key) ?? null)
    return { key, line, name: nameOf(line) || key, state }
  })
}

const nameOf = (line: ReadOrderItem | Unreadable): string | undefined =>
  readable(readable(readable(line)?.product)?.name)?.trim()

/**
 * The ticket of an order for a station, with the marks that are on their way.
 * @returns undefined if the order is not in preparation, or if none of its lines is this station's.
 */
export function ticketOf(row: OrderRow, own: OwnLines, attempts?: Attempts): Ticket | undefined {
  const isCancelled = row.problem === 'cancelled'
  if (!isCancelled && row.lane !== 'preparing' && row.lane !== 'contact') return undefined
  const all = linesIn(row, attempts)
  const lines = all.filter(({ key }) => isOwnLine(row.line_categories?.[key], own))
  // An order whose lines cannot be read is everybody's.
  if (lines.length === 0 && all.length > 0) return undefined
  const order = orderIn(row)
  const missing = all.filter(({ state }) => state === 'missing').length
  const state = isCancelled ? 'cancelled' : row.lane === 'contact' ? 'deciding' : stateOf(all, lines, missing)
  const since = momentOf(row.accepted_at ?? undefined)
  return { orderId: row.order_id, number: orderNumber(order), order, row, lines, missing, state, since }
}

const isOpen = ({ state }: TicketLine): boolean => state === null

function stateOf(all: readonly TicketLine[], own: readonly TicketLine[], missing: number): TicketState {
  if (own.length === 0 || own.some(isOpen)) return 'open'
  if (missing > 0) return 'missing'
  return all.some(isOpen) ? 'elsewhere' : 'done'
}

/** The lines that this station has still to prepare. */
export const openLines = ({ lines }: Ticket): readonly TicketLine[] => lines.filter(isOpen)

/** Whether lines can be ticked. */
export const isTickable = ({ state }: Pick<Ticket, 'state'>): boolean => state !== 'deciding' && state !== 'cancelled'

/**
 * The tickets in the order in which they are prepared: the oldest acceptance first; then those whose customer decides;
 * at the end those that wait for another station, or for the counter because nobody here could mark them as ready.
 */
export function ticketsOf(rows: readonly OrderRow[], own: OwnLines, canMarkReady: boolean): readonly Ticket[] {
  const rankOf = ({ state }: Ticket): number => {
    if (state === 'deciding') return 1
    return state === 'elsewhere' || (state === 'done' && !canMarkReady) ? 2 : 0
  }
  const begunAt = ({ since, row }: Ticket): number => since ?? momentOf(row.received_at) ?? 0
  return rows
    .flatMap((row) => ticketOf(row, own) ?? [])
    .toSorted(
      (one, other) =>
        rankOf(one) - rankOf(other) || begunAt(one) - begunAt(other) || (one.orderId < other.orderId ? -1 : 1),
    )
}
