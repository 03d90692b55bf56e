import * as z from 'zod/mini'
import { AnyNumber, NullableNumber, NullableText, OptionalText, Text } from '#contract/plain.ts'
import { endpoint } from '#contract/endpoint.ts'

/**
 * What became of orders: each is one of these. `missed` was cancelled while it waited for an answer, its first or a
 * new one, by the service or by the customer, which it does not tell; `waiting` still waits, for an answer or for the
 * customer; `other` was answered elsewhere, put aside, or is in a state that this desk does not know.
 */
export const fates = ['accepted', 'rejected', 'missed', 'waiting', 'other'] as const
export type Fate = (typeof fates)[number]

const Fates = z.object({
  accepted: AnyNumber,
  rejected: AnyNumber,
  missed: AnyNumber,
  waiting: AnyNumber,
  other: AnyNumber,
})

/** A part of the span: what became of the orders that were heard of in it. */
const Bar = z.object({ at: Text, ...Fates.shape })
export type Bar = z.infer<typeof Bar>

/** An order that can be looked at; its print number where it was read. */
const NamedOrder = z.object({ order_id: Text, number: NullableText })
export type NamedOrder = z.infer<typeof NamedOrder>

/** Rejections that were sent for one reason; its name where it was known then, else its number or code. */
const Reason = z.object({
  name: NullableText,
  id: NullableNumber,
  code: NullableText,
  count: AnyNumber,
})
export type Reason = z.infer<typeof Reason>

/** From the moment that the desk heard of an order to the tap that answered it first, in milliseconds. */
const FirstAnswer = z.object({
  /** How many orders were answered from here, of which the webhook told. */
  count: AnyNumber,
  median_ms: NullableNumber,
  slowest_ms: NullableNumber,
  slowest: z.nullable(NamedOrder),
})

export const Shift = z.object({
  from: Text,
  to: Text,
  /** Orders that the desk heard of in the span. All that follows is of these, as they are now. */
  heard: AnyNumber,
  ...Fates.shape,
  /** The latest of the missed ones, newest first; at most `missedNamed`. A server of an older version leaves it out. */
  missed_orders: z.optional(z.array(NamedOrder)),
  /** Those that were rejected for missing items, so that the customer was asked; whatever became of them. As above. */
  asked: z.optional(AnyNumber),
  /** Those that were marked as ready from here. */
  ready: AnyNumber,
  first_answer: FirstAnswer,
  /** The most frequent first. */
  reasons: z.array(Reason),
  /** An hour each, counted from `bars_from`; a day each where the span is longer than two. */
  bars: z.array(Bar),
})
export type Shift = z.infer<typeof Shift>

export const missedNamed = 12

/** The longest span that can be asked for, in milliseconds. */
export const longestShiftMs = 7 * 24 * 60 * 60 * 1000

/**
 * What this store did with its orders between two moments, out of what the desk keeps. Moments are ISO 8601 with an
 * offset; without them it is the last 12 hours. The bars are counted from `bars_from`, the beginning of the span or up
 * to one bar before it, so that they can be the hours of a clock; what came before the span is in none of them. 400
 * `bad_request` for a span that is none, or longer than 7 days, and for bars that begin at another time.
 */
export const readShift = endpoint({
  method: 'GET',
  path: '/api/desk/shift',
  query: z.object({ from: OptionalText, to: OptionalText, bars_from: OptionalText }),
  answer: z.object({ data: Shift }),
})
