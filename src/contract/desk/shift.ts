import * as z from 'zod/mini'
import { AnyNumber, NullableNumber, NullableText, OptionalText, Text } from '#contract/plain.ts'
import { endpoint } from '#contract/endpoint.ts'
import { RejectReason } from './order-outcome.ts'

/**
 * Outcomes of orders; each order has one. `missed`: cancelled by the service or the customer (it does not say which)
 * while it waited for its first or a new answer. `waiting`: still waits for an answer or for the customer. `other`:
 * answered elsewhere, dismissed, or in an unknown status.
 */
export const fates = ['accepted', 'rejected', 'missed', 'waiting', 'other'] as const
export type Fate = (typeof fates)[number]

export const Fates = z.object({
  accepted: AnyNumber,
  rejected: AnyNumber,
  missed: AnyNumber,
  waiting: AnyNumber,
  other: AnyNumber,
})

/** One bar of the chart: the outcomes of the orders received in that part of the span. */
const Bar = z.object({ at: Text, ...Fates.shape })
export type Bar = z.infer<typeof Bar>

/** An order to link to; its print number if it was read. */
const NamedOrder = z.object({ order_id: Text, number: NullableText })
export type NamedOrder = z.infer<typeof NamedOrder>

/** How often this shop rejected for one reason. */
export const Reason = z.object({ ...RejectReason.shape, count: AnyNumber })
export type Reason = z.infer<typeof Reason>

/** From receiving an order to the attempt that first answered it, in milliseconds. */
const FirstAnswer = z.object({
  /** How many orders that came by webhook were answered from here. */
  count: AnyNumber,
  median_ms: NullableNumber,
  slowest_ms: NullableNumber,
  slowest: z.nullable(NamedOrder),
})

/** What orders come to. Totals are exact decimal texts, such as `1234.5`. */
const MoneySum = z.object({
  currency: Text,
  orders: AnyNumber,
  total: Text,
  /** The same by payment method, in the service's words; null if that is unknown. The largest number of orders first. */
  payments: z.array(z.object({ payment: NullableText, orders: AnyNumber, total: Text })),
})
export type MoneySum = z.infer<typeof MoneySum>

/** `unreadable`: how many of the orders that the shop sells have no readable total and currency. */
export const Money = z.object({ sums: z.array(MoneySum), unreadable: AnyNumber })
export type Money = z.infer<typeof Money>

export const Shift = z.object({
  from: Text,
  to: Text,
  /** Orders received in the span. All following numbers are about these, as they are now. */
  heard: AnyNumber,
  ...Fates.shape,
  /** The latest missed orders, newest first; at most `missedNamed`. Older servers omit it. */
  missed_orders: z.optional(z.array(NamedOrder)),
  /**
   * Orders rejected for missing items, so that the customer was asked; whatever their outcome. Older servers omit it.
   */
  asked: z.optional(AnyNumber),
  /**
   * The money of the orders that are being prepared, ready or completed; not of those that wait, or were rejected,
   * cancelled, missed or returned. Older servers omit it.
   */
  money: z.optional(Money),
  /** Orders that were marked as ready from here. */
  ready: AnyNumber,
  first_answer: FirstAnswer,
  /** Most frequent first. */
  reasons: z.array(Reason),
  /** One hour each, counted from `bars_from`; one day each if the span is longer than two days. */
  bars: z.array(Bar),
})
export type Shift = z.infer<typeof Shift>

export const missedNamed = 12

/** Maximum length of a span, in milliseconds. */
export const longestShiftMs = 7 * 24 * 60 * 60 * 1000

/**
 * What this shop did with its orders between two moments, from stored data. Timestamps are ISO 8601 with an offset;
 * the default is the last 12 hours. Bars are counted from `bars_from`: the start of the span or up to one bar before
 * it, so that they can match clock hours; no bar counts what came before the span. 400 `bad_request` for an invalid
 * span, one over 7 days, or another start of the bars.
 */
export const readShift = endpoint({
  method: 'GET',
  path: '/api/desk/shift',
  query: z.object({ from: OptionalText, to: OptionalText, bars_from: OptionalText }),
  answer: z.object({ data: Shift }),
})
