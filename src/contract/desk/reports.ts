import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { AnyNumber, NullableNumber, NullableText, oneOf, OptionalText, Text } from '#contract/plain.ts'
import { Fates, Money, Reason } from './shift.ts'

/**
 * How long orders took, in whole seconds since their receipt. `p90_seconds` is the shortest time within which at least
 * nine in ten of them were done; the median of an even number is the middle of two. Both are null without orders.
 */
const Times = z.object({ count: AnyNumber, median_seconds: NullableNumber, p90_seconds: NullableNumber })
export type Times = z.infer<typeof Times>

/** `hour`: 0 to 23, by the clock on the wall. An hour that the end of summer time repeats counts both. */
const HourOfDay = z.object({ hour: AnyNumber, orders: AnyNumber, ...Fates.shape })
export type HourOfDay = z.infer<typeof HourOfDay>

/** `weekday`: 1 is Monday, 7 is Sunday. `days`: how many of them the span has. */
const DayOfWeek = z.object({ weekday: AnyNumber, days: AnyNumber, orders: AnyNumber, ...Fates.shape })
export type DayOfWeek = z.infer<typeof DayOfWeek>

/** A product by the service's id and its latest name; a null id if the order no longer tells it. */
const SoldItem = z.object({ product_id: NullableText, name: NullableText, quantity: AnyNumber, orders: AnyNumber })
export type SoldItem = z.infer<typeof SoldItem>

/** `orders`: in how many it was missing. */
const MissingItem = z.object({ product_id: NullableText, name: NullableText, orders: AnyNumber })
export type MissingItem = z.infer<typeof MissingItem>

/** `nobody`: nobody was signed in. */
export const personKinds = ['person', 'key', 'rule', 'nobody'] as const
export type PersonKind = (typeof personKinds)[number]

/** What one person did, or a program with an API key, or the rule that accepts by itself. `accepted` and `rejected`: orders that ended so by their answer, which was the last one. */
const PersonFigures = z.object({
  /** That of the person or of the key; empty for `nobody`. */
  name: Text,
  /** A key may have the name of a person. */
  kind: oneOf(personKinds),
  accepted: AnyNumber,
  rejected: AnyNumber,
  /** Orders that they were the first to mark as ready. */
  ready: AnyNumber,
  /** Of the orders that came by webhook and that they were the first to answer. */
  to_answer: Times,
})
export type PersonFigures = z.infer<typeof PersonFigures>

/** How many products a report names in each list. The CSV names all. */
export const itemsNamed = 20

/** The figures of the orders that were received in a span. */
export const Figures = z.object({
  /** Days of the calendar, `2026-11-20`; both are included. */
  from: Text,
  to: Text,
  orders: AnyNumber,
  ...Fates.shape,
  /** Orders whose customer was asked about missing items, whatever their outcome. */
  asked: AnyNumber,
  /** Orders that were marked as ready from here. */
  ready: AnyNumber,
  /** To the first answer from here, at the moment of the press. Only orders that came by webhook count. */
  to_answer: Times,
  /** To the first press of "ready" from here. Only orders that came by webhook count. */
  to_ready: Times,
  /** As in a shift: of the orders that the shop sells. Never added across currencies. */
  money: Money,
  hours: z.array(HourOfDay),
  weekdays: z.array(DayOfWeek),
  /** Most frequent first. */
  reasons: z.array(Reason),
  /** Products of the orders that the shop sells: the largest quantity first, at most `itemsNamed`. */
  items: z.array(SoldItem),
  /** Products that were marked as missing, or named by a rejection: the most orders first, at most `itemsNamed`. */
  missing_items: z.array(MissingItem),
  /** By name, from `people_from` on. */
  people: z.array(PersonFigures),
  /** The first day whose figures by person are kept, which is as long as its orders are; null if there is none. */
  people_from: NullableText,
})
export type Figures = z.infer<typeof Figures>

export const Report = z.object({
  ...Figures.shape,
  /** The same of as many days right before. */
  before: Figures,
  /** The zone of the shop's days, such as `Asia/Baghdad`, and its current day. */
  time_zone: Text,
  today: Text,
  /** The earliest day with an order of which figures are kept; null if there is none. */
  first_day: NullableText,
})
export type Report = z.infer<typeof Report>

/** Three years, leap day included. */
export const longestReportDays = 1096

/**
 * The tables of the CSV. `days`: one row a day, also for days without orders. `payments`: the sales by payment method, with
 * two columns for each currency.
 */
export const reportTables = ['days', 'payments', 'items', 'people', 'hours', 'reasons'] as const
export type ReportTable = (typeof reportTables)[number]

/**
 * Figures of a span of days in the shop's own time zone, from stored data. `from` and `to` are days, both included;
 * without them, the current day. A day is counted from its orders while they may change, and kept for three years after these are gone.
 * With `format=csv` returns a table as a file: one row a day, or the one that `table` names. 400 `bad_request` for an
 * invalid span, or one over three years.
 */
export const readReport = endpoint({
  method: 'GET',
  path: '/api/desk/reports',
  query: z.object({ from: OptionalText, to: OptionalText, format: OptionalText, table: OptionalText }),
  answer: z.object({ data: Report }),
})
