import type { OrderRow } from '#contract/desk/inbox.ts'
import { orderOfRow } from '#web/api/order.ts'
import { orderNumber } from '#domain/order-number.ts'

/** An order as customers know it. */
export interface Numbered {
  readonly id: string
  readonly number: string
}

export interface ReadyOrder extends Numbered {
  /** In ms on the server's clock; undefined if the server does not say. */
  readonly readyAt: number | undefined
}

export interface DisplayBoard {
  /** The longest in preparation first. */
  readonly preparing: readonly Numbered[]
  /** The latest first. */
  readonly ready: readonly ReadyOrder[]
}

type Row = Pick<
  OrderRow,
  'order_id' | 'order' | 'lane' | 'received_at' | 'accepted_at' | 'ready_at' | 'handed_over' | 'returned'
>

const minuteMs = 60_000

/** Sorts by time, and by id where the times are equal, so that no number changes its place without a reason. */
const inOrder = (one: readonly [number, string], other: readonly [number, string]): number =>
  one[0] - other[0] || (one[1] < other[1] ? -1 : 1)

/** An unreadable time sorts as the oldest. */
const momentOf = (text: string): number => Date.parse(text) || 0

/**
 * The numbers of the two columns. A ready order is shown until it is handed over, or for `readyMinutes`.
 * @param now the server's time, in ms
 * @param seenReadyAt since when this page has seen an order ready, for a server that does not say
 */
export function displayBoard(
  rows: readonly Row[],
  now: number,
  readyMinutes: number,
  seenReadyAt: (orderId: string) => number | undefined = () => undefined,
): DisplayBoard {
  const numbered = (row: Row): Numbered => ({ id: row.order_id, number: orderNumber(orderOfRow(row)) })
  const begunAt = ({ accepted_at: acceptedAt, received_at: receivedAt }: Row) => momentOf(acceptedAt ?? receivedAt)
  const preparing = rows
    .filter(({ lane }) => lane === 'preparing')
    .toSorted((one, other) => inOrder([begunAt(one), one.order_id], [begunAt(other), other.order_id]))
    .map(numbered)
  const sinceOf = ({ id, readyAt }: ReadyOrder): number => readyAt ?? seenReadyAt(id) ?? now
  const ready = rows
    .filter(({ lane, handed_over: handedOver, returned }) => lane === 'ready' && (!handedOver || returned !== null))
    .map((row): ReadyOrder => ({ ...numbered(row), readyAt: row.ready_at ? momentOf(row.ready_at) : undefined }))
    .filter((order) => now - sinceOf(order) < readyMinutes * minuteMs)
    .toSorted((one, other) => inOrder([sinceOf(other), other.id], [sinceOf(one), one.id]))
  return { preparing, ready }
}
