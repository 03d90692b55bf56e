import type { OrderRow } from '#contract/desk/inbox.ts'

const minuteMs = 60_000

type ReadyRow = Pick<OrderRow, 'order_id' | 'lane' | 'handed_over' | 'returned' | 'last_done'>

/** Whether an order is ready and was not handed over. */
const isUncollected = ({ lane, handed_over, returned }: ReadyRow): boolean =>
  lane === 'ready' && handed_over === null && returned === null

/** Reminds of ready orders that nobody collects: each after so many minutes, and again until it is handed over. */
export function createReadyReminder() {
  /** When an order was first seen to be ready, for those that were not marked as ready in this shop. */
  let seenAt: ReadonlyMap<string, number> = new Map()
  let checkedAt: number | undefined
  let isDue = false

  /**
   * The orders to remind of now; none if it is not time. Call it often. While something else sounds, the reminder waits.
   * @param now the server's time, in milliseconds
   */
  function due(rows: readonly ReadyRow[], now: number, everyMinutes: number, isQuiet: boolean): readonly string[] {
    const everyMs = everyMinutes * minuteMs
    const uncollected = rows.filter(isUncollected)
    seenAt = new Map(uncollected.map(({ order_id: id }) => [id, seenAt.get(id) ?? now]))
    const from = checkedAt ?? now
    checkedAt = now
    if (everyMs === 0 || uncollected.length === 0) {
      isDue = false
      return []
    }
    const waitedAt = (row: ReadyRow, at: number) => Math.floor((at - readyAt(row)) / everyMs)
    isDue ||= uncollected.some((row) => waitedAt(row, now) > Math.max(0, waitedAt(row, from)))
    if (!isDue || !isQuiet) return []
    isDue = false
    return uncollected.filter((row) => waitedAt(row, now) > 0).map(({ order_id: id }) => id)
  }

  function readyAt({ order_id: id, last_done: done }: ReadyRow): number {
    const at = done?.action === 'ready' ? Date.parse(done.at) : Number.NaN
    return Number.isFinite(at) ? at : (seenAt.get(id) ?? Infinity)
  }

  return { due }
}
