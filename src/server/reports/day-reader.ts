import type { OrderId } from '#contract/vendor/item-id.ts'
import { addDays, dayOf, startOfDay, type CalendarDay } from '#domain/calendar-day.ts'
import type { OrderRecord } from '#domain/order.ts'
import { sumDay, type DayTotals, type OrderFacts } from '#domain/report-day.ts'
import type { OrderStore, ReceiptPlace, ReportStore } from '#server/storage/store.ts'
import { logByOrder, orderFacts } from './order-facts.ts'

interface DayReaderDeps {
  readonly store: Pick<ReportStore, 'changedAfter' | 'ordersReceived' | 'logOf'> & Pick<OrderStore, 'find'>
  /** Called between two steps. */
  readonly breathe: () => Promise<void>
}

/** The orders of a day. */
export type DayOrders = Map<OrderId, OrderFacts>
/** Which orders of each day have changed. */
export type Changes = Map<CalendarDay, ReceiptPlace[]>

/** A file store blocks everything else during one read. */
const ordersAtOnce = 25
const changesAtOnce = 500

/** Reads orders by their days in a time zone, in small steps. */
export function createDayReader({ store, breathe }: DayReaderDeps) {
  async function changesAfter(version: number, zone: string): Promise<Changes> {
    const changes: Changes = new Map()
    for (let since = version; ; await breathe()) {
      const page = await store.changedAfter(since, changesAtOnce)
      for (const { receivedAt, orderId } of page) {
        const day = dayOf(receivedAt, zone)
        const own = changes.get(day)
        if (own) own.push({ receivedAt, orderId })
        else changes.set(day, [{ receivedAt, orderId }])
      }
      const last = page.at(-1)
      if (!last || page.length < changesAtOnce) return changes
      since = last.version
    }
  }

  async function note(orders: DayOrders, records: readonly OrderRecord[], zone: string): Promise<void> {
    const logs = logByOrder(await store.logOf(records.map(({ orderId }) => orderId)))
    for (const record of records) orders.set(record.orderId, orderFacts(record, logs.get(record.orderId) ?? [], zone))
  }

  /** Reads all orders of a day. */
  async function readDay(day: CalendarDay, zone: string): Promise<DayOrders> {
    const orders: DayOrders = new Map()
    const [from, before] = [startOfDay(day, zone), startOfDay(addDays(day, 1), zone)]
    for (let after: ReceiptPlace | undefined; ; await breathe()) {
      const page = await store.ordersReceived({ from, before, ...(after && { after }), limit: ordersAtOnce })
      await note(orders, page, zone)
      const last = page.at(-1)
      if (!last || page.length < ordersAtOnce) return orders
      after = { receivedAt: last.receivedAt, orderId: last.orderId }
    }
  }

  /** Reads the changed orders of a day whose others are known. */
  async function readChanges(orders: DayOrders, changes: readonly ReceiptPlace[], zone: string): Promise<DayOrders> {
    for (let index = 0; index < changes.length; index += ordersAtOnce) {
      const some = changes.slice(index, index + ordersAtOnce)
      const records = await Promise.all(some.map(({ orderId }) => store.find(orderId)))
      await note(
        orders,
        records.flatMap((record) => record ?? []),
        zone,
      )
      await breathe()
    }
    return orders
  }

  /** Adds up a day; a busy one has thousands of orders. */
  async function totalsOf(orders: DayOrders): Promise<DayTotals> {
    const sum = sumDay()
    for (const order of orders.values()) {
      sum.add(order)
      await breathe()
    }
    return sum.totals()
  }

  return { changesAfter, readDay, readChanges, totalsOf }
}
