import type { OrderRow } from '#contract/desk/inbox.ts'

const kept = 50
const rows = new Map<string, OrderRow>()

/** Orders as they were when they left the board: who closed them, and how. The latest 50. */
export const leftBoard: ReadonlyMap<string, OrderRow> = rows

export function noteLeft(row: OrderRow): void {
  rows.delete(row.order_id)
  rows.set(row.order_id, row)
  for (const oldest of rows.keys()) {
    if (rows.size <= kept) return
    rows.delete(oldest)
  }
}

/** It is on the board again. */
export const noteBack = (orderId: string): boolean => rows.delete(orderId)

export const forgetLeft = (): void => rows.clear()
