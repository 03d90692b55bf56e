import type { Lane, OrderRow } from '#contract/desk/inbox.ts'
import { createStore } from '#web/api/store.ts'

/** The board's columns in display order, each named after its first lane. */
export const boardColumns = ['answer', 'preparing', 'ready', 'other'] as const satisfies readonly Lane[]
export type BoardColumn = (typeof boardColumns)[number]

/** An order whose customer decides is in progress too: somebody is about to pack it. */
const columnOf = (lane: Lane): Lane => (lane === 'contact' ? 'preparing' : lane)

/** Whether the order was handed over, although the service has not closed it yet. */
const isHandedOver = ({ lane, handed_over: handed, returned }: OrderRow): boolean =>
  lane === 'ready' && handed !== null && returned === null

/** The server's estimate of the service's clock moves a deadline by less than this. */
const sameMomentMs = 1000

/**
 * The rows of a column: waiting ones by time left, the others by age. Orders that were handed over come last. Orders with
 * nearly the same deadline stay in the order of their receipt, so that none moves when a deadline is estimated anew.
 */
export function rowsOf(column: BoardColumn, rows: readonly OrderRow[]): readonly OrderRow[] {
  const urgency = (row: OrderRow) => row.respond_by ?? row.received_at
  const compare = (one: string, other: string) => Number(one > other) - Number(one < other)
  const sorted = rows
    .filter((row) => columnOf(row.lane) === column)
    .toSorted(
      (one, other) => Number(isHandedOver(one)) - Number(isHandedOver(other)) || compare(urgency(one), urgency(other)),
    )
  const groups: OrderRow[][] = []
  for (const row of sorted) {
    const last = groups.at(-1)?.at(-1)
    const isNear =
      last !== undefined &&
      isHandedOver(last) === isHandedOver(row) &&
      Date.parse(urgency(row)) - Date.parse(urgency(last)) < sameMomentMs
    if (isNear) groups.at(-1)?.push(row)
    else groups.push([row])
  }
  return groups.flatMap((group) =>
    group.toSorted(
      (one, other) => compare(one.received_at, other.received_at) || compare(one.order_id, other.order_id),
    ),
  )
}

/** The number of a column's orders that still need work. */
export const countIn = (rows: readonly OrderRow[]): number => rows.filter((row) => !isHandedOver(row)).length

/** The column below the new orders on a narrow screen, kept while an order is open. */
export const shownColumn = createStore<BoardColumn>('preparing')

/** From this width, all columns are shown side by side: `--breakpoint-wide` in theme.css. */
export const wide = '(width >= 64rem)'

/** Whether a lane is shown now. A narrow screen shows the new orders and one other column. */
export const isInSight = (lane: OrderRow['lane']): boolean =>
  lane === 'answer' || columnOf(lane) === shownColumn.read() || matchMedia(wide).matches

/** Calls back when other columns may be shown: by a press, or when the tablet is turned. @returns how to stop. */
export function watchSight(watcher: () => void): () => void {
  const media = matchMedia(wide)
  const stop = shownColumn.watch(watcher)
  media.addEventListener('change', watcher)
  return () => {
    stop()
    media.removeEventListener('change', watcher)
  }
}
