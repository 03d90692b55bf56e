import { automaticPerson } from '#contract/desk/action.ts'
import type { Figures, MissingItem, PersonKind, SoldItem, Times } from '#contract/desk/reports.ts'
import type { MoneySum } from '#contract/desk/shift.ts'
import { fates } from '#contract/desk/shift.ts'
import { addDays, daysIn, weekdayOf, type CalendarDay } from './calendar-day.ts'
import { sumOf } from './money.ts'
import {
  actorKey,
  addExactly,
  type Counts,
  type DayTotals,
  type Histogram,
  type PersonSum,
  type Product,
  productKey,
  reasonKey,
} from './report-day.ts'

type Item = Product & { quantity: number; orders: number }

/** Adds up days, one at a time, so that a span of years is never in memory as a whole. */
export interface FiguresSum {
  /** Adds a day; days come in their order. */
  add(day: CalendarDay, totals: DayTotals): void
  /** The sum. The lists of products are whole, each with the largest first. */
  figures(): Figures
}

export function sumFigures(from: CalendarDay, to: CalendarDay): FiguresSum {
  const hours = Array.from({ length: 24 }, noFates)
  const weekdays = Array.from({ length: 7 }, noFates)
  const toAnswer: Counts = new Map()
  const toReady: Counts = new Map()
  const sales = new Map<string, { currency: string; payment: string | null; orders: number; totals: string[] }>()
  const reasons = new Map<string, DayTotals['reasons'][number]>()
  const items = new Map<string, Item>()
  const missing = new Map<string, Item>()
  const people = new Map<string, PersonSum>()
  let asked = 0
  let ready = 0
  let unreadable = 0
  let peopleFrom: CalendarDay | null = from

  function addPeople(day: CalendarDay, some: DayTotals['people']): void {
    // Days are final in their order, so those before this one have no names either.
    if (some === null) peopleFrom = day < to ? addDays(day, 1) : null
    for (const { name, kind = kindByName(name), toAnswer: own, ...counts } of some ?? []) {
      const key = actorKey({ name, kind })
      const sum = people.get(key) ?? { name, kind, accepted: 0, rejected: 0, ready: 0, toAnswer: new Map() }
      people.set(key, sum)
      sum.accepted += counts.accepted
      sum.rejected += counts.rejected
      sum.ready += counts.ready
      addCounts(sum.toAnswer, own)
    }
  }

  return {
    add(day, totals) {
      const weekday = weekdays[weekdayOf(day) - 1]
      for (const [hour, counts] of totals.hours) {
        for (const [index, count] of counts.entries()) {
          bump(hours[hour], index, count)
          bump(weekday, index, count)
        }
      }
      asked += totals.asked
      ready += totals.ready
      unreadable += totals.unreadable
      addCounts(toAnswer, totals.toAnswer)
      addCounts(toReady, totals.toReady)
      for (const { currency, payment, orders, total } of totals.sales) {
        const key = JSON.stringify([currency, payment])
        const sum = sales.get(key) ?? { currency, payment, orders: 0, totals: [] }
        sales.set(key, sum)
        sum.orders += orders
        sum.totals.push(total)
      }
      for (const reason of totals.reasons) {
        const known = reasons.get(reasonKey(reason))
        const name = reason.name ?? known?.name ?? null
        reasons.set(reasonKey(reason), { ...reason, name, count: reason.count + (known?.count ?? 0) })
      }
      for (const item of totals.items) addItem(items, item)
      for (const item of totals.missing) addItem(missing, { ...item, quantity: 0 })
      addPeople(day, totals.people)
    },
    figures() {
      const all = weekdays.reduce((sum, counts) => sum.map((count, index) => count + (counts[index] ?? 0)), noFates())
      nameById(missing, items)
      return {
        from,
        to,
        ...fatesOf(all),
        asked,
        ready,
        to_answer: timesOf(toAnswer),
        to_ready: timesOf(toReady),
        money: { sums: moneyOf([...sales.values()]), unreadable },
        hours: hours.map((counts, hour) => ({ hour, ...fatesOf(counts) })),
        weekdays: weekdays.map((counts, index) => ({
          weekday: index + 1,
          days: countWeekday(index + 1, from, to),
          ...fatesOf(counts),
        })),
        reasons: [...reasons.values()].toSorted((one, other) => other.count - one.count),
        items: [...items.values()]
          .toSorted(byQuantity)
          .map(({ id, ...item }): SoldItem => ({ product_id: id, ...item })),
        missing_items: [...missing.values()]
          .toSorted(byQuantity)
          .map(({ id, name, orders }): MissingItem => ({ product_id: id, name, orders })),
        people: [...people]
          .toSorted(([one], [other]) => (one < other ? -1 : 1))
          .map(([, { toAnswer: own, ...person }]) => ({ ...person, to_answer: timesOf(own) })),
        people_from: peopleFrom,
      }
    },
  }
}

/** Days that were stored by an earlier version tell the rule by its name alone, and keys from people not at all. */
function kindByName(name: string): PersonKind {
  if (name === '') return 'nobody'
  return name === automaticPerson ? 'rule' : 'person'
}

const noFates = (): number[] => fates.map(() => 0)

function bump(counts: number[] | undefined, index: number, by: number): void {
  if (counts) counts[index] = (counts[index] ?? 0) + by
}

/** The counts by name, and how many there are in all. */
function fatesOf([accepted = 0, rejected = 0, missed = 0, waiting = 0, other = 0]: readonly number[]) {
  return { orders: accepted + rejected + missed + waiting + other, accepted, rejected, missed, waiting, other }
}

function addCounts(sum: Counts, histogram: Histogram): void {
  for (const [seconds, count] of histogram) sum.set(seconds, (sum.get(seconds) ?? 0) + count)
}

function addItem(sum: Map<string, Item>, { id, name, quantity, orders }: Item): void {
  const key = productKey({ id, name })
  const known = sum.get(key)
  if (!known) {
    sum.set(key, { id, name, quantity, orders })
    return
  }
  sum.set(key, {
    id,
    name: name ?? known.name,
    quantity: addExactly(known.quantity, quantity),
    orders: known.orders + orders,
  })
}

/** Adds products that are known by their name alone to the only one of that name. */
function nameById(missing: Map<string, Item>, items: ReadonlyMap<string, Item>): void {
  const nameless = [...missing].filter(([, { id }]) => id === null)
  if (nameless.length === 0) return
  const known = Map.groupBy(
    [...items.values(), ...missing.values()].filter(({ id }) => id !== null),
    ({ name }) => name,
  )
  for (const [key, item] of nameless) {
    const ids = new Set(known.get(item.name)?.map(({ id }) => id))
    const [id = null] = ids
    if (ids.size !== 1) continue
    missing.delete(key)
    addItem(missing, { ...item, id })
  }
}

const byQuantity = (one: Item, other: Item): number =>
  other.quantity - one.quantity || other.orders - one.orders || ((one.name ?? '') < (other.name ?? '') ? -1 : 1)

interface Sold {
  readonly currency: string
  readonly payment: string | null
  readonly orders: number
  readonly totals: readonly string[]
}

const moneyOf = (sales: readonly Sold[]): MoneySum[] =>
  [...Map.groupBy(sales, ({ currency }) => currency)]
    .map(([currency, own]) => ({
      currency,
      ...soldOf(own),
      payments: own.map((each) => ({ payment: each.payment, ...soldOf([each]) })).toSorted(byOrders),
    }))
    .toSorted(byOrders)

const soldOf = (sales: readonly Sold[]) => ({
  orders: sales.reduce((sum, { orders }) => sum + orders, 0),
  total: sumOf(sales.flatMap(({ totals }) => totals)),
})

const byOrders = (one: { readonly orders: number }, other: { readonly orders: number }): number =>
  other.orders - one.orders

/** Median and p90 of a histogram. */
function timesOf(counts: Iterable<readonly [seconds: number, count: number]>): Times {
  const sorted = [...counts].toSorted(([one], [other]) => one - other)
  const count = sorted.reduce((sum, [, each]) => sum + each, 0)
  if (count === 0) return { count, median_seconds: null, p90_seconds: null }
  /** The one at a place among all, counted from 0. */
  const at = (place: number): number => {
    let before = 0
    for (const [seconds, each] of sorted) {
      before += each
      if (place < before) return seconds
    }
    return sorted.at(-1)?.[0] ?? 0
  }
  const median = (at(Math.floor((count - 1) / 2)) + at(Math.floor(count / 2))) / 2
  return { count, median_seconds: median, p90_seconds: at(Math.ceil((count * 9) / 10) - 1) }
}

function countWeekday(weekday: number, from: CalendarDay, to: CalendarDay): number {
  const toFirst = (weekday - weekdayOf(from) + 7) % 7
  return Math.max(0, Math.ceil((daysIn(from, to) - toFirst) / 7))
}
