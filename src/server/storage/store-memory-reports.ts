import type { OrderId } from '#contract/vendor/item-id.ts'
import type { OrderRecord } from '#domain/order.ts'
import type { Done, Row } from './store-memory-actions.ts'
import type { ReceiptPlace, ReportDay, ReportStore } from './store.ts'

interface ReportsInMemory {
  readonly done: Done
  readonly records: ReadonlyMap<OrderId, OrderRecord>
  /** Oldest first. */
  readonly logRows: () => readonly Row[]
}

/** The days of reports in memory. */
export function createReportsInMemory({ done, records, logRows }: ReportsInMemory): ReportStore {
  const days = new Map<string, ReportDay>()
  const inOrder = () => [...days.values()].toSorted((one, other) => (one.day < other.day ? -1 : 1))

  return {
    ordersReceived: ({ from, before, after, limit }) =>
      done(() =>
        [...records.values()]
          .filter((record) => record.receivedAt >= from && record.receivedAt < before)
          .filter((record) => !after || byReceipt(record, after) > 0)
          .toSorted(byReceipt)
          .slice(0, limit),
      ),
    changedAfter: (version, limit) =>
      done(() =>
        [...records.values()]
          .filter((record) => record.version > version)
          .toSorted((one, other) => one.version - other.version)
          .slice(0, limit)
          .map(({ orderId, receivedAt, version: own }) => ({ orderId, receivedAt, version: own })),
      ),
    logOf: (orderIds) =>
      done(() => {
        const wanted = new Set(orderIds)
        return logRows().flatMap(({ entry }) => (entry.orderId !== null && wanted.has(entry.orderId) ? [entry] : []))
      }),
    reportDays: ({ from, to, limit }) =>
      done(() =>
        inOrder()
          .filter(({ day }) => day >= from && day <= to)
          .slice(0, limit),
      ),
    openReportDays: (to) => done(() => inOrder().flatMap(({ day, isFinal }) => (isFinal || day > to ? [] : [day]))),
    saveReportDay: (day) =>
      done(() => {
        const known = days.get(day.day)
        if (known && (known.isFinal || known.version > day.version)) return false
        days.set(day.day, structuredClone(day))
        return true
      }),
    forgetReportDays: (before) =>
      done(() => {
        const old = inOrder().filter(({ day }) => day < before)
        for (const { day } of old) days.delete(day)
        return old.length
      }),
  }
}

const byReceipt = (one: ReceiptPlace, other: ReceiptPlace): number => {
  if (one.receivedAt !== other.receivedAt) return one.receivedAt - other.receivedAt
  if (one.orderId === other.orderId) return 0
  return one.orderId < other.orderId ? -1 : 1
}
