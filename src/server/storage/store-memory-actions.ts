import { isReconciled, type StoredAttempt } from '#domain/action-attempt.ts'
import type { ActionStore, LogEntry, LogPage, LogStore } from './store.ts'

export type Done = <T>(work: () => T) => Promise<T>

export interface Row {
  readonly number: number
  readonly entry: LogEntry
}

/** The log rows, for all parts that write them. */
export function createRows() {
  let rows: Row[] = []
  let latest = 0
  return {
    all: (): readonly Row[] => rows,
    append(entry: LogEntry): void {
      rows.push({ number: (latest += 1), entry: structuredClone(entry) })
    },
    /** @returns how many were dropped. */
    keep(isKept: (row: Row) => boolean): number {
      const before = rows.length
      rows = rows.filter(isKept)
      return before - rows.length
    },
  }
}

/** Attempts and the log in memory. */
export function createActionsInMemory(done: Done, log: ReturnType<typeof createRows>): ActionStore & LogStore {
  // In the order in which they were first written.
  const attempts = new Map<string, StoredAttempt>()

  return {
    beginAttempt: (attempt) =>
      done(() => {
        const isInTheWay = (each: StoredAttempt) =>
          each.key === attempt.key || (each.orderId === attempt.orderId && !isReconciled(each))
        const inTheWay = [...attempts.values()].find(isInTheWay)
        if (!inTheWay) attempts.set(attempt.key, structuredClone(attempt))
        return inTheWay
      }),
    writeAttempt: (attempt, entry) =>
      done(() => {
        const known = attempts.get(attempt.key)
        if (known && isReconciled(known)) return known
        attempts.set(attempt.key, structuredClone(attempt))
        if (entry) log.append(entry)
        return undefined
      }),
    refuseAttempt: (attempt) =>
      done(() => {
        const known = attempts.get(attempt.key)
        if (!known) attempts.set(attempt.key, structuredClone(attempt))
        return known
      }),
    findAttempt: (key) => done(() => attempts.get(key)),
    unreconciledAttempts: () =>
      done(() => {
        const unreconciled = [...attempts.values()].flatMap((attempt) => (isReconciled(attempt) ? [] : [attempt]))
        return unreconciled.toSorted((one, other) => one.at - other.at || (one.key < other.key ? -1 : 1))
      }),
    lastCompletedAttempt: (orderId) =>
      done(() => {
        const ofOrder = [...attempts.values()].flatMap((attempt) =>
          attempt.orderId === orderId && attempt.state === 'done' ? [attempt] : [],
        )
        return ofOrder.toSorted((one, other) => other.settledAt - one.settledAt || (one.key > other.key ? -1 : 1))[0]
      }),
    forgetAttempts: (settledBefore) =>
      done(() => {
        const old = [...attempts.values()].filter(
          (attempt) => isReconciled(attempt) && attempt.settledAt < settledBefore,
        )
        for (const { key } of old) attempts.delete(key)
        return old.length
      }),
    appendLog: (entry) => done(() => log.append(entry)),
    readLog: ({ orderId, until = Number.POSITIVE_INFINITY, before, limit }) =>
      done(() => {
        const end = before === undefined ? Number.POSITIVE_INFINITY : readCursor(before)
        const fits = ({ number, entry }: Row) =>
          number < end && entry.at < until && (orderId === undefined || entry.orderId === orderId)
        return pageOfLog(
          log
            .all()
            .filter(fits)
            .toReversed()
            .slice(0, limit + 1),
          limit,
        )
      }),
    forgetLog: (before) => done(() => log.keep(({ entry }) => entry.at >= before)),
  }
}

/** Whether a text looks like a cursor of a store. */
export const isCursor = (text: string): boolean => /^\d{1,15}$/.test(text)

/** The row number in a cursor of this store; 0, before which there is nothing, for any other text. */
export const readCursor = (before: string): number => (isCursor(before) ? Number(before) : 0)

/** A page, from its rows and one more if there is a next page. */
export function pageOfLog(rows: readonly Row[], limit: number): LogPage {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { entries: page.map(({ entry }) => entry), next: rows.length > limit && last ? String(last.number) : null }
}
