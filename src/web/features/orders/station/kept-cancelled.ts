import type { OrderRow } from '#contract/desk/inbox.ts'

/** A cancelled order that nobody here has seen stays for this long, even if the counter has acknowledged it. */
const keptMs = 10 * 60_000

/**
 * Keeps cancelled orders on the station until somebody there has seen them: the counter may acknowledge a cancellation
 * before the person who packs the order has looked up.
 */
export function createKeptCancelled() {
  const rows = new Map<string, { readonly row: OrderRow; readonly since: number }>()
  const seen = new Set<string>()
  return {
    /** The board's rows without the cancelled ones that were seen, and with those that were not. `now` in milliseconds. */
    take(board: readonly OrderRow[], now: number): readonly OrderRow[] {
      for (const row of board) {
        const { order_id: id } = row
        if (row.problem !== 'cancelled') {
          rows.delete(id)
          seen.delete(id)
        } else rows.set(id, { row, since: rows.get(id)?.since ?? now })
      }
      for (const [id, { since }] of rows) if (now - since > keptMs) rows.delete(id)
      const kept = [...rows].filter(([id]) => !seen.has(id)).map(([, { row }]) => row)
      return [...board.filter(({ problem }) => problem !== 'cancelled'), ...kept]
    },
    /** Somebody here has seen it. */
    see: (orderId: string): void => void seen.add(orderId),
  }
}
