import type { OrderRow } from '#contract/desk/inbox.ts'

const kept = 50
const rows = new Map<string, OrderRow>()

/** The latest 50 orders that left the board, each with its last row: who closed it, and how. */
export const leftBoard: ReadonlyMap<string, OrderRow> = rows

export function noteLeft(row: OrderRow): void {
  rows.delete(row.order_id)
  rows.set(row.order_id, row)
  for (const oldest of rows.keys()) {
    if (rows.size <= kept) return
    rows.delete(oldest)
  }
}

/** Forgets an order that is on the board again. */
export const noteBack = (orderId: string): boolean => rows.delete(orderId)

export const forgetLeft = (): void => rows.clear()
