import type { RejectReason } from '#contract/desk/order-outcome.ts'
import type { PersonKind } from '#contract/desk/reports.ts'
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
  readonly answeredBy: Actor | null
  readonly firstAnswer: FirstAction | null
  readonly firstReady: FirstAction | null
  readonly reasons: readonly RejectReason[]
  /** Empty unless it was sold. */
  readonly items: readonly (Product & { readonly quantity: number })[]
  /** Each product once. */
  readonly missing: readonly Product[]
}

/** Who acts: a key or the rule may have the name of a person. */
export interface Actor {
  readonly name: string
  readonly kind: PersonKind
}

/** Who did something first, and how long after the receipt; null for an order opened by hand, whose wait is unknown. */
export interface FirstAction {
  readonly by: Actor
  readonly seconds: number | null
}

/** How many took how many seconds. */
export type Histogram = readonly (readonly [seconds: number, count: number])[]

interface PersonTotals {
  readonly name: string
  /** Days that were stored by an earlier version omit it. */
  readonly kind?: PersonKind
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

/** Adds up the orders of a day, one at a time, so that other work gets its turn in between. */
export interface DaySum {
  add(order: OrderFacts): void
  totals(): DayTotals
}

export function sumDay(): DaySum {
  const hours = new Map<number, number[]>()
  const toAnswer: Counts = new Map()
  const toReady: Counts = new Map()
  const sales = new Map<string, DayTotals['sales'][number]>()
  const reasons = new Map<string, DayTotals['reasons'][number]>()
  const items = new Map<string, DayTotals['items'][number]>()
  const missing = new Map<string, DayTotals['missing'][number]>()
  const people = new Map<string, PersonSum>()
  let [asked, ready, unreadable] = [0, 0, 0]

  function addSale({ amount, payment }: NonNullable<OrderFacts['sale']>): void {
    if (!amount) {
      unreadable += 1
      return
    }
    const { total, currency } = amount
    const key = JSON.stringify([currency, payment])
    const known = sales.get(key) ?? { currency, payment, orders: 0, total: '0' }
    sales.set(key, { ...known, orders: known.orders + 1, total: sumOf([known.total, total]) })
  }

  function addItems(order: OrderFacts): void {
    // One order may have a product on two lines.
    const counted = new Set<string>()
    for (const item of order.items) {
      const key = productKey(item)
      const known = items.get(key)
      items.set(key, {
        id: item.id,
        name: item.name ?? known?.name ?? null,
        quantity: addExactly(known?.quantity ?? 0, item.quantity),
        orders: (known?.orders ?? 0) + (counted.has(key) ? 0 : 1),
      })
      counted.add(key)
    }
  }

  function personOf(by: Actor): PersonSum {
    const key = actorKey(by)
    const known = people.get(key) ?? { ...by, accepted: 0, rejected: 0, ready: 0, toAnswer: new Map<number, number>() }
    people.set(key, known)
    return known
  }

  function addPeople({ fate, answeredBy, firstAnswer, firstReady }: OrderFacts): void {
    if (answeredBy) {
      const person = personOf(answeredBy)
      if (fate === 'accepted' || fate === 'rejected') person[fate] += 1
    }
    if (firstAnswer) count(personOf(firstAnswer.by).toAnswer, firstAnswer.seconds)
    if (firstReady) personOf(firstReady.by).ready += 1
  }

  return {
    add(order) {
      const counts = hours.get(order.hour) ?? fates.map(() => 0)
      hours.set(order.hour, counts)
      const place = fates.indexOf(order.fate)
      counts[place] = (counts[place] ?? 0) + 1
      if (order.isAsked) asked += 1
      if (order.firstReady) ready += 1
      count(toAnswer, order.firstAnswer?.seconds)
      count(toReady, order.firstReady?.seconds)
      if (order.sale) addSale(order.sale)
      addItems(order)
      for (const reason of order.reasons) {
        const known = reasons.get(reasonKey(reason))
        const name = reason.name ?? known?.name ?? null
        reasons.set(reasonKey(reason), { ...reason, name, count: (known?.count ?? 0) + 1 })
      }
      for (const { id, name } of order.missing) {
        const known = missing.get(productKey({ id, name }))
        missing.set(productKey({ id, name }), {
          id,
          name: name ?? known?.name ?? null,
          orders: (known?.orders ?? 0) + 1,
        })
      }
      addPeople(order)
    },
    totals: () => ({
      hours: [...hours].toSorted(byNumber),
      asked,
      ready,
      toAnswer: [...toAnswer].toSorted(byNumber),
      toReady: [...toReady].toSorted(byNumber),
      sales: [...sales.values()],
      unreadable,
      reasons: [...reasons.values()],
      items: [...items.values()],
      missing: [...missing.values()],
      people: [...people]
        .toSorted(([one], [other]) => (one < other ? -1 : 1))
        .map(([, person]) => ({ ...person, toAnswer: [...person.toAnswer].toSorted(byNumber) })),
    }),
  }
}

/** How many, by number of seconds. */
export type Counts = Map<number, number>

/** What somebody did, while it is being added up. */
export interface PersonSum extends Actor {
  accepted: number
  rejected: number
  ready: number
  readonly toAnswer: Counts
}

function count(counts: Counts, seconds: number | null | undefined): void {
  if (typeof seconds === 'number') counts.set(seconds, (counts.get(seconds) ?? 0) + 1)
}

const byNumber = ([one]: readonly [number, unknown], [other]: readonly [number, unknown]): number => one - other

export const reasonKey = ({ id, code }: RejectReason): string => JSON.stringify([id, code])
/** A product without an id is known by its name. */
export const productKey = ({ id, name }: Product): string => (id === null ? `named ${name}` : `id ${id}`)
/** Sorts by name. */
export const actorKey = ({ name, kind }: Actor): string => JSON.stringify([name, kind])

/** Adds quantities. Weights are decimals, which do not add up as doubles. */
export function addExactly(one: number, other: number): number {
  const sum = one + other
  return Number.isSafeInteger(one) && Number.isSafeInteger(other) ? sum : Number(sumOf([one, other]))
}

/** A day without orders. */
export const emptyDay: DayTotals = sumDay().totals()
