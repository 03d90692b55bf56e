import type { RejectReason } from '#contract/desk/order-outcome.ts'
import { fates, type Fate } from '#contract/desk/shift.ts'
import { sumOf } from './money.ts'

// The figures of one day, from which those of any span are added up exactly.

/** A product on an order: by the service's id, or by its name alone if the id is unknown. */
export interface Product {
  readonly id: string | null
  readonly name: string | null
}

/** The counted part of an order. */
export interface OrderFacts {
  /** Of the day, when it was received. */
  readonly hour: number
  readonly fate: Fate
  readonly isAsked: boolean
  /** What it sold for; undefined if its money does not count, `amount` if it cannot be read. */
  readonly sale:
    | {
        readonly amount: { readonly total: number; readonly currency: string } | undefined
        readonly payment: string | null
      }
    | undefined
  /** Whose answer its fate is; null if it was not answered from here. */
  readonly answeredBy: string | null
  readonly firstAnswer: Deed | null
  readonly firstReady: Deed | null
  readonly reasons: readonly RejectReason[]
  /** Empty unless it was sold. */
  readonly items: readonly (Product & { readonly quantity: number })[]
  /** Each product once. */
  readonly missing: readonly Product[]
}

/** Who did something first, and how long after the receipt; null for an order opened by hand, whose wait is unknown. */
export interface Deed {
  readonly by: string
  readonly seconds: number | null
}

/** How many took how many seconds. */
export type Histogram = readonly (readonly [seconds: number, count: number])[]

interface PersonTotals {
  readonly name: string
  readonly accepted: number
  readonly rejected: number
  readonly ready: number
  readonly toAnswer: Histogram
}

/** Counts of orders, in the order of `fates`. */
type FateCounts = readonly number[]

/** Everything about a day. Its texts are the service's, except for the names in `people`. */
export interface DayTotals {
  /** For each hour with orders. */
  readonly hours: readonly (readonly [hour: number, counts: FateCounts])[]
  readonly asked: number
  readonly ready: number
  readonly toAnswer: Histogram
  readonly toReady: Histogram
  /** `total` is an exact decimal text. */
  readonly sales: readonly {
    readonly currency: string
    readonly payment: string | null
    readonly orders: number
    readonly total: string
  }[]
  readonly unreadable: number
  readonly reasons: readonly (RejectReason & { readonly count: number })[]
  readonly items: readonly (Product & { readonly quantity: number; readonly orders: number })[]
  readonly missing: readonly (Product & { readonly orders: number })[]
  /** Null once the day is final: names of staff are kept no longer than the orders. */
  readonly people: readonly PersonTotals[] | null
}

/** Adds up the orders of a day. */
export function totalsOf(orders: readonly OrderFacts[]): DayTotals {
  const sales = orders.flatMap(({ sale }) => sale ?? [])
  const deeds = (name: 'firstAnswer' | 'firstReady') => orders.flatMap((order) => order[name]?.seconds ?? [])
  return {
    hours: [...Map.groupBy(orders, ({ hour }) => hour)]
      .map(([hour, own]) => [hour, countFates(own)] as const)
      .toSorted(([one], [other]) => one - other),
    asked: orders.filter(({ isAsked }) => isAsked).length,
    ready: orders.filter(({ firstReady }) => firstReady !== null).length,
    toAnswer: histogramOf(deeds('firstAnswer')),
    toReady: histogramOf(deeds('firstReady')),
    sales: salesOf(sales.flatMap(({ amount, payment }) => (amount ? [{ ...amount, payment }] : []))),
    unreadable: sales.filter(({ amount }) => !amount).length,
    reasons: [
      ...Map.groupBy(
        orders.flatMap(({ reasons }) => reasons),
        reasonKey,
      ).values(),
    ].map((some) => ({
      ...latestNamed(some),
      count: some.length,
    })),
    items: itemsOf(orders),
    missing: [
      ...Map.groupBy(
        orders.flatMap(({ missing }) => missing),
        productKey,
      ).values(),
    ].map((some) => ({
      ...latestNamed(some),
      orders: some.length,
    })),
    people: peopleOf(orders),
  }
}

const countFates = (orders: readonly OrderFacts[]): FateCounts =>
  fates.map((each) => orders.filter(({ fate }) => fate === each).length)

const histogramOf = (seconds: readonly number[]): Histogram =>
  [...Map.groupBy(seconds, (each) => each)]
    .map(([each, some]) => [each, some.length] as const)
    .toSorted(([one], [other]) => one - other)

export const reasonKey = ({ id, code }: RejectReason): string => JSON.stringify([id, code])
/** A product without an id is known by its name. */
export const productKey = ({ id, name }: Product): string => (id === null ? `named ${name}` : `id ${id}`)

/** The last one, with the last name that is known: the same reason or product may have had another name before. */
function latestNamed<T extends { readonly name: string | null }>(some: readonly T[]): T {
  const last = some.at(-1)
  if (!last) throw new RangeError('There is none.')
  return { ...last, name: some.findLast(({ name }) => name !== null)?.name ?? null }
}

const salesOf = (
  sales: readonly { readonly total: number; readonly currency: string; readonly payment: string | null }[],
): DayTotals['sales'] =>
  [...Map.groupBy(sales, ({ currency, payment }) => JSON.stringify([currency, payment])).values()].flatMap((some) => {
    const [first] = some
    if (!first) return []
    const { currency, payment } = first
    return [{ currency, payment, orders: some.length, total: sumOf(some.map(({ total }) => total)) }]
  })

function itemsOf(orders: readonly OrderFacts[]): DayTotals['items'] {
  const lines = orders.flatMap((order) => order.items.map((item) => ({ ...item, order })))
  return [...Map.groupBy(lines, productKey).values()].map((some) => {
    const { id, name } = latestNamed(some)
    const quantity = Number(sumOf(some.map((line) => line.quantity)))
    // One order may have a product on two lines.
    return { id, name, quantity, orders: new Set(some.map(({ order }) => order)).size }
  })
}

function peopleOf(orders: readonly OrderFacts[]): readonly PersonTotals[] {
  const names = new Set(
    orders.flatMap(({ answeredBy, firstAnswer, firstReady }) => [
      ...(answeredBy === null ? [] : [answeredBy]),
      ...(firstAnswer ? [firstAnswer.by] : []),
      ...(firstReady ? [firstReady.by] : []),
    ]),
  )
  return [...names].toSorted().map((name) => {
    const answered = orders.filter(({ answeredBy }) => answeredBy === name)
    const first = orders.flatMap(({ firstAnswer }) => (firstAnswer?.by === name ? (firstAnswer.seconds ?? []) : []))
    return {
      name,
      accepted: answered.filter(({ fate }) => fate === 'accepted').length,
      rejected: answered.filter(({ fate }) => fate === 'rejected').length,
      ready: orders.filter(({ firstReady }) => firstReady?.by === name).length,
      toAnswer: histogramOf(first),
    }
  })
}
