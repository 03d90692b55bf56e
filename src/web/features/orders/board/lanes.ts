import type { OrderRow } from '#contract/desk/inbox.ts'
import type { Lane } from '#contract/desk/lane.ts'
import { createStore } from '#web/api/store.ts'

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

/** Below the waiting orders of a narrow screen; whoever comes back from an order finds it as it was. */
export const shownLane = createStore<BoardLane>('preparing')

/** Lanes that had an order since the page was opened. */
export const usedLanes = new Set<Lane>()

/** All lanes stand beside each other. */
const wide = '(min-width: 64rem)'

/** Whether a lane is on the screen now: a narrow one has room for those that wait, and one of the others. */
export const isInSight = (lane: OrderRow['lane']): boolean =>
  lane === 'answer' || lane === shownLane.read() || matchMedia(wide).matches

/** Calls back when other lanes may be in sight: by a tap, or as the tablet is turned. @returns what ends that. */
export function watchSight(watcher: () => void): () => void {
  const media = matchMedia(wide)
  const stop = shownLane.watch(watcher)
  media.addEventListener('change', watcher)
  return () => {
    stop()
    media.removeEventListener('change', watcher)
  }
}
