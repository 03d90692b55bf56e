import type { OrderRow } from '#contract/desk/inbox.ts'
import type { Lane } from '#contract/desk/lane.ts'
import { createStore } from '#web/api/store.ts'

/** The board's lanes in display order. */
export const boardLanes = ['answer', 'contact', 'preparing', 'ready', 'other'] as const satisfies readonly Lane[]
export type BoardLane = (typeof boardLanes)[number]

/** Whether the order was handed over, although the service has not closed it yet. */
const isHandedOver = ({ lane, handed_over: handed, returned }: OrderRow): boolean =>
  lane === 'ready' && handed !== null && returned === null

/** The rows of a lane: waiting ones by time left, the others by age. Orders that were handed over come last. */
export function rowsOf(lane: BoardLane, rows: readonly OrderRow[]): readonly OrderRow[] {
  const urgency = (row: OrderRow) => row.respond_by ?? row.received_at
  const compare = (one: string, other: string) => Number(one > other) - Number(one < other)
  const inLane = rows.filter((row) => row.lane === lane)
  return inLane.toSorted(
    (one, other) => Number(isHandedOver(one)) - Number(isHandedOver(other)) || compare(urgency(one), urgency(other)),
  )
}

/** The number of a lane's orders that still need work. */
export const countIn = (rows: readonly OrderRow[]): number => rows.filter((row) => !isHandedOver(row)).length

/** The lane below the waiting orders on a narrow screen, kept while an order is open. */
export const shownLane = createStore<BoardLane>('preparing')

/** Lanes that have had an order since the page was opened. */
export const usedLanes = new Set<Lane>()

/** From this width, all lanes are shown side by side. */
const wide = '(min-width: 64rem)'

/** Whether a lane is shown now. A narrow screen shows the waiting orders and one other lane. */
export const isInSight = (lane: OrderRow['lane']): boolean =>
  lane === 'answer' || lane === shownLane.read() || matchMedia(wide).matches

/** Calls back when other lanes may be shown: by a press, or when the tablet is turned. @returns how to stop. */
export function watchSight(watcher: () => void): () => void {
  const media = matchMedia(wide)
  const stop = shownLane.watch(watcher)
  media.addEventListener('change', watcher)
  return () => {
    stop()
    media.removeEventListener('change', watcher)
  }
}
