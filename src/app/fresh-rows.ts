import { boardQuery } from '#client/board.ts'
import { Failure } from '#client/failure.ts'
import type { OrderRow } from '#contract/desk/inbox.ts'
import type { QueryClient } from '@tanstack/react-query'

/** A row as the desk has it now, and whether it is listed on the board. */
export interface FreshRow {
  readonly row: OrderRow
  readonly isOnBoard: boolean
}

/** When more orders than these change at once, the whole board is one question for all of them. */
const rowsAtOnce = 8

/**
 * Keeps the board as the desk has it, by reading the orders that changed alone: of 300 orders one costs as much as of
 * three. What changes while it is read is read once more, so that the last word is always the latest.
 * @param readRow rejects with a `Failure`; `order_not_found` for an order that the desk has forgotten.
 */
export function createFreshRows(queries: QueryClient, readRow: (orderId: string) => Promise<FreshRow>) {
  const { queryKey } = boardQuery()
  const underWay = new Map<string, () => Promise<void>>()

  const readBoard = oneAfterTheOther(() => queries.invalidateQueries({ queryKey, exact: true }))

  async function take(orderId: string): Promise<void> {
    const fresh = await readRow(orderId).catch((error: unknown) => {
      if (error instanceof Failure && error.code === 'order_not_found') return undefined
      throw error
    })
    const state = queries.getQueryState(queryKey)
    // What is on its way may be older than this row, and would replace it.
    if (!state?.data || state.isInvalidated || state.error || state.fetchStatus !== 'idle') return readBoard()
    const { data: board, dataUpdatedAt: updatedAt } = state
    const rows = withRow(board.data, orderId, fresh?.isOnBoard ? fresh.row : undefined)
    queries.setQueryData(queryKey, { ...board, data: rows }, { updatedAt })
  }

  return {
    /** An order changed. */
    async read(orderId: string): Promise<void> {
      const again = underWay.get(orderId)
      if (again) return again()
      if (underWay.size >= rowsAtOnce) return readBoard()
      const reading = oneAfterTheOther(() => take(orderId).catch(readBoard))
      underWay.set(orderId, reading)
      await reading()
      underWay.delete(orderId)
    },
    /** Something that concerns all of them. */
    readBoard,
  }
}

function withRow(rows: readonly OrderRow[], orderId: string, row: OrderRow | undefined): OrderRow[] {
  const at = rows.findIndex((each) => each.order_id === orderId)
  if (!row) return at === -1 ? [...rows] : rows.toSpliced(at, 1)
  return at === -1 ? [...rows, row] : rows.with(at, row)
}

/** Work that is never under way twice: what is wanted meanwhile is done once more afterwards. */
function oneAfterTheOther(work: () => Promise<void>): () => Promise<void> {
  let current: Promise<void> | undefined
  let isWantedAgain = false
  async function run(): Promise<void> {
    do {
      isWantedAgain = false
      await work()
    } while (isWantedAgain)
    current = undefined
  }
  return () => {
    if (current) isWantedAgain = true
    else current = run()
    return current
  }
}
