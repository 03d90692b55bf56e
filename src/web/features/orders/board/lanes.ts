import type { OrderRow } from '#contract/desk/inbox.ts'
import type { Lane } from '#contract/desk/lane.ts'

/** The lanes of the board, in their order. */
export const boardLanes = ['answer', 'contact', 'preparing', 'ready', 'other'] as const satisfies readonly Lane[]
export type BoardLane = (typeof boardLanes)[number]

/** Whether nothing of it is left here, though the service does not show it closed yet. */
const isGone = ({ lane, handed_over: handed, returned }: OrderRow): boolean =>
  lane === 'ready' && handed !== null && returned === null

/** The rows of a lane: waiting ones by least time left, the others by how long they are there; what is gone comes last. */
export function rowsOf(lane: BoardLane, rows: readonly OrderRow[]): readonly OrderRow[] {
  const urgency = (row: OrderRow) => row.respond_by ?? row.received_at
  const compare = (one: string, other: string) => Number(one > other) - Number(one < other)
  const inLane = rows.filter((row) => row.lane === lane)
  return inLane.toSorted(
    (one, other) => Number(isGone(one)) - Number(isGone(other)) || compare(urgency(one), urgency(other)),
  )
}

/** How many of a lane's orders somebody has yet to do something for. */
export const countIn = (rows: readonly OrderRow[]): number => rows.filter((row) => !isGone(row)).length
