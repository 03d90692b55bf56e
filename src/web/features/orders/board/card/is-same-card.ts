import type { OrderRow } from '#contract/desk/inbox.ts'

/**
 * Whether two rows of an order make the same card. Open orders are read again every few seconds: when that was is not
 * on the card, only whether it ever was.
 */
export function isSameCard(one: OrderRow, other: OrderRow): boolean {
  if (one === other) return true
  // What was read at one moment is one reading.
  const isSameReading = one.order === other.order || (one.read_at !== null && one.read_at === other.read_at)
  return shown(one, isSameReading) === shown(other, isSameReading)
}

const shown = ({ read_at, order, ...row }: OrderRow, isSameReading: boolean): string =>
  JSON.stringify([row, read_at !== null, isSameReading || order])
