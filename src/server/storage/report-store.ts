import type { OrderId } from '#contract/vendor/item-id.ts'
import type { CalendarDay } from '#domain/calendar-day.ts'
import type { OrderRecord } from '#domain/order.ts'
import type { DayTotals } from '#domain/report-day.ts'
import type { LogEntry } from './order-store.ts'

/** The figures of one day, as of a version of the store. */
export interface ReportDay {
  readonly day: CalendarDay
  /** All changes of its orders up to this version are in it. */
  readonly version: number
  /** Its orders may be forgotten, so it is never counted again. */
  readonly isFinal: boolean
  readonly totals: DayTotals
}

/** A position among orders that are sorted by receipt. */
export interface ReceiptPlace {
  readonly receivedAt: number
  readonly orderId: OrderId
}

/** The days of reports, and what they are counted from. */
export interface ReportStore {
  /** Orders, open or closed, that were received since `from` and earlier than `before`, oldest first. */
  ordersReceived(options: {
    readonly from: number
    readonly before: number
    /** Continues after this order. */
    readonly after?: ReceiptPlace
    readonly limit: number
  }): Promise<readonly OrderRecord[]>
  /** Orders that changed after a version, in the order of their latest changes. */
  changedAfter(version: number, limit: number): Promise<readonly (ReceiptPlace & { readonly version: number })[]>
  /** The log rows of some orders, oldest first. */
  logOf(orderIds: readonly OrderId[]): Promise<readonly LogEntry[]>
  /** Days of a span, both ends included, in their order. */
  reportDays(options: {
    readonly from: CalendarDay
    readonly to: CalendarDay
    readonly limit: number
  }): Promise<readonly ReportDay[]>
  /** The days of a span that are not final. */
  openReportDays(to: CalendarDay): Promise<readonly CalendarDay[]>
  /** Writes a day; not over a final one, nor over a later version. @returns whether it did. */
  saveReportDay(day: ReportDay): Promise<boolean>
  /** Deletes the days before one. @returns how many. */
  forgetReportDays(before: CalendarDay): Promise<number>
}
