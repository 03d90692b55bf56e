import { boardQuery, noteRowMeanwhile } from '#web/api/board.ts'
import { Failure } from '#web/api/http/failure.ts'
import type { OrderRow } from '#contract/desk/inbox.ts'
import type { QueryClient } from '@tanstack/react-query'
import { firstReadings } from './read-again.ts'

/** A row as the desk has it now, and whether it is listed on the board. */
export interface FreshRow {
  readonly row: OrderRow
  readonly isOnBoard: boolean
  /** An event of the feed with this one or an earlier one tells of nothing that is not in the row. */
  readonly version: number
}

/** An order that is being read. */
interface Reading {
  /** The latest version that the feed has told of. */
  told: number
  over?: Promise<void>
}

/** When more orders than these change at once, the whole board is one question for all of them. */
const rowsAtOnce = 8

/**
 * Keeps the board as the desk has it, by reading the orders that changed alone: of 300 orders one costs as much as of
 * three. What changes while it is read is read once more, unless the change is in what was read: so the last word is
 * always the latest.
 * @param readRow rejects with a `Failure`; `order_not_found` for an order that the desk has forgotten.
 */
export function createFreshRows(queries: QueryClient, readRow: (orderId: string) => Promise<FreshRow>) {
  const { queryKey } = boardQuery()
  const underWay = new Map<string, Reading>()

  const ofBoard = { queryKey, exact: true }
  const readBoard = oneAfterTheOther(
    () => firstReadings(queries, ofBoard),
    () => queries.invalidateQueries(ofBoard),
  )

  /** @returns the version that is on the board now; nothing where the whole board was read. */
  async function take(orderId: string): Promise<number | undefined> {
    const boardBefore = queries.getQueryState(queryKey)?.dataUpdatedAt
    const fresh = await readRow(orderId).catch((error: unknown) => {
      if (error instanceof Failure && error.code === 'order_not_found') return undefined
      throw error
    })
    const state = queries.getQueryState(queryKey)
    // What is on its way may be older than this row, and would replace it; what came meanwhile may be newer.
    const isOther = state?.fetchStatus !== 'idle' || state.dataUpdatedAt !== boardBefore
    if (!state?.data || state.isInvalidated || state.error || isOther) {
      if (fresh?.isOnBoard) showIfNew(fresh)
      await readBoard()
      return undefined
    }
    const { data: board, dataUpdatedAt: updatedAt } = state
    const rows = withRow(board.data, orderId, fresh?.isOnBoard ? fresh.row : undefined)
    queries.setQueryData(queryKey, { ...board, data: rows }, { updatedAt })
    return fresh?.version
  }

  /** Without a wait for the whole board, which may take as long as a line that is dead takes to be given up. */
  function showIfNew({ row, version }: FreshRow): void {
    const state = queries.getQueryState(queryKey)
    const board = state?.data
    // A board that is as new as this row is right to be without it.
    if (!board || board.meta.version >= version || board.data.some(({ order_id: id }) => id === row.order_id)) return
    noteRowMeanwhile(row, version)
    queries.setQueryData(queryKey, { ...board, data: [...board.data, row] }, { updatedAt: state.dataUpdatedAt })
  }

  async function takeLatest(orderId: string, reading: Reading): Promise<void> {
    for (let asked = 0, shown = 0; reading.told > Math.max(asked, shown);) {
      asked = reading.told
      shown = (await take(orderId).catch(readBoard)) ?? 0
    }
    // No pause since `told` was looked at: what is told of from here on is read anew.
    underWay.delete(orderId)
  }

  return {
    /** An order changed; with it, the feed told of this version. */
    async read(orderId: string, version: number): Promise<void> {
      const known = underWay.get(orderId)
      if (!known && underWay.size >= rowsAtOnce) return readBoard()
      const reading = known ?? { told: 0 }
      reading.told = Math.max(reading.told, version)
      underWay.set(orderId, reading)
      reading.over ??= takeLatest(orderId, reading)
      return reading.over
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

/**
 * Work that is never under way twice: what is wanted meanwhile is done once more afterwards.
 * @param untilReady where the work has to wait; it does what is wanted until then, too.
 */
function oneAfterTheOther(untilReady: () => Promise<unknown> | undefined, work: () => Promise<void>) {
  let current: Promise<void> | undefined
  let isWantedAgain = false
  async function run(): Promise<void> {
    do {
      const waiting = untilReady()
      if (waiting) await waiting
      isWantedAgain = false
      await work()
    } while (isWantedAgain)
    current = undefined
  }
  return (): Promise<void> => {
    if (current) isWantedAgain = true
    else current = run()
    return current
  }
}
