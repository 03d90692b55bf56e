import type { OrderRow } from '#contract/desk/inbox.ts'
import type { Lane } from '#contract/desk/lane.ts'

/** The lanes of the board, in their order. */
export const boardLanes = ['answer', 'contact', 'preparing', 'ready', 'other'] as const satisfies readonly Lane[]
export type BoardLane = (typeof boardLanes)[number]

/** The rows of a lane: waiting ones by least time left, the others by how long they are there. */
export function rowsOf(lane: BoardLane, rows: readonly OrderRow[]): readonly OrderRow[] {
  const urgency = (row: OrderRow) => row.respond_by ?? row.received_at
  const compare = (one: string, other: string) => Number(one > other) - Number(one < other)
  return rows.filter((row) => row.lane === lane).toSorted((one, other) => compare(urgency(one), urgency(other)))
}
