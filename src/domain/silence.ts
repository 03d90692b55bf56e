/** The hour of the week that a time belongs to, 0 to 167, on the shop's clock. */
export type HourOfWeek = (at: number) => number

/** How often a shop usually receives orders, by hour of the week. */
export interface Rhythm {
  readonly hours: readonly Hour[]
  /** The hour of the day at which the shop's day begins: the middle of its night. */
  readonly nightHour: number
  /** The probability of a day without any order. */
  readonly closedShare: number
  /** The shape of the gamma distribution of a day's factor: the higher, the more alike are the days. */
  readonly dayShape: number
  /** The surprise from which a silence is odd: shops with more orders have more gaps that may be long by chance. */
  readonly oddFrom: number
}

/** The gamma distribution of an hour's rate. */
interface Hour {
  /** Orders seen, with those that similar hours lend. */
  readonly orders: number
  /** The weeks in which it was seen, with those that similar hours lend. */
  readonly weeks: number
  readonly isQuiet: boolean
}

export interface Silence {
  /** When the last order came. */
  readonly since: number
  /** The usual time between two orders at this hour. */
  readonly usualSeconds: number
  /** Minus the logarithm of the probability that no order comes for so long. */
  readonly surprise: number
  readonly isOdd: boolean
  /** Few orders come at this hour, so it is never odd. */
  readonly isQuiet: boolean
}

const hourMs = 60 * 60_000
export const weekMs = 7 * 24 * hourMs
export const learnedWeeks = 8
const neededWeeks = 2
const hoursOfWeek = 168
/** What similar hours lend, as weeks of observation. */
const lentWeeks = 4
/** An hour with less than this share of the mean rate is usually quiet. */
const quietShare = 0.25
/** Days vary by 22 % before much is known, and this belief counts as much as so many days. */
const believedShape = 20
const believedDays = 10
const shapes = { least: 4, most: 40 }
/** A shop is closed on one of so many days before much is known. */
const believedClosedDays = 30
/** Once a shop was closed for a day, it is as likely closed for the next. */
const staysClosed = 0.5
/** The pace of the day is taken from the latest orders, as many as these usually are. */
const paceOrders = 150
/**
 * A gap as long as this comes once in so many months of one shop; measured, one of 200 shops gives a false alarm in a
 * month, because the estimate is cautious.
 */
const shopMonths = 140
const monthDays = 30

/** The hours between two times, each with the share of it that lies between them. */
function* hoursBetween(from: number, to: number): Generator<{ readonly at: number; readonly share: number }> {
  for (let at = Math.floor(from / hourMs) * hourMs; at < to; at += hourMs)
    yield { at, share: (Math.min(at + hourMs, to) - Math.max(at, from)) / hourMs }
}

/**
 * Learns when orders usually come. @param times when they were received, in order
 * @returns nothing in the first two weeks
 */
export function learnRhythm(times: readonly number[], now: number, hourOf: HourOfWeek): Rhythm | undefined {
  const [first = now] = times
  const from = Math.max(first, now - learnedWeeks * weekMs)
  if (now - first < neededWeeks * weekMs) return undefined
  const slots = slotsOf(times, from, now, hourOf)
  const nightHour = nightOf(slots)
  const days = daysOf(slots, nightHour)
  const open = days.filter((day) => day.some(({ orders }) => orders > 0))
  const hours = ratesOf(open.flat())
  const ordersPerDay = open.flat().reduce((sum, { orders }) => sum + orders, 0) / Math.max(1, open.length)
  return {
    hours,
    nightHour,
    closedShare: (days.length - open.length + 1) / (days.length + believedClosedDays),
    dayShape: shapeOf(open, hours),
    oddFrom: Math.log(shopMonths * monthDays * Math.max(1, ordersPerDay)),
  }
}

interface Slot {
  readonly hour: number
  orders: number
}

/** The whole hours of the span. */
function slotsOf(times: readonly number[], from: number, now: number, hourOf: HourOfWeek): readonly Slot[] {
  const start = Math.ceil(from / hourMs)
  const count = Math.floor(now / hourMs) - start
  const slots = Array.from({ length: Math.max(0, count) }, (_, index) => ({
    hour: hourOf((start + index) * hourMs),
    orders: 0,
  }))
  for (const at of times) {
    const slot = slots[Math.floor(at / hourMs) - start]
    if (slot) slot.orders += 1
  }
  return slots
}

/** The middle of the three hours of the day with the fewest orders. */
function nightOf(slots: readonly Slot[]): number {
  const byHour = Array.from({ length: 24 }, () => 0)
  for (const { hour, orders } of slots) byHour[hour % 24] = (byHour[hour % 24] ?? 0) + orders
  const around = byHour.map((_, hour) => [23, 0, 1].reduce((sum, by) => sum + (byHour[(hour + by) % 24] ?? 0), 0))
  return around.indexOf(Math.min(...around))
}

/** The whole days, each from night to night. */
function daysOf(slots: readonly Slot[], nightHour: number): readonly (readonly Slot[])[] {
  const days: Slot[][] = []
  for (const slot of slots) {
    if (slot.hour % 24 === nightHour) days.push([])
    days.at(-1)?.push(slot)
  }
  return days.filter((day) => day.length >= 23)
}

function ratesOf(slots: readonly Slot[]): readonly Hour[] {
  const seen = Array.from({ length: hoursOfWeek }, () => ({ orders: 0, weeks: 0 }))
  for (const { hour, orders } of slots) {
    const each = seen[hour]
    if (!each) continue
    each.orders += orders
    each.weeks += 1
  }
  const over = (hours: readonly number[]) => {
    const all = hours.map((hour) => seen[(hour + hoursOfWeek) % hoursOfWeek])
    const orders = all.reduce((sum, each) => sum + (each?.orders ?? 0), 0)
    return (
      orders /
      Math.max(
        1,
        all.reduce((sum, each) => sum + (each?.weeks ?? 0), 0),
      )
    )
  }
  const sevenDays = Array.from({ length: 7 }, (_, day) => day * 24)
  const rates = seen.map(({ orders, weeks }, hour) => {
    const lent = (over([hour - 1, hour + 1]) + over(sevenDays.map((by) => hour + by))) / 2
    return { orders: orders + lentWeeks * lent, weeks: weeks + lentWeeks }
  })
  const mean = rates.reduce((sum, { orders, weeks }) => sum + orders / weeks, 0) / hoursOfWeek
  return rates.map((each) => ({ ...each, isQuiet: each.orders / each.weeks < quietShare * mean }))
}

/** How alike the days are, beyond what chance does. */
function shapeOf(days: readonly (readonly Slot[])[], hours: readonly Hour[]): number {
  const pairs = days.map((day) => ({
    seen: day.reduce((sum, { orders }) => sum + orders, 0),
    usual: day.reduce((sum, { hour }) => sum + rateOf(hours[hour]), 0),
  }))
  const excess = pairs.reduce((sum, { seen, usual }) => sum + (seen - usual) ** 2 - usual, 0)
  const squares = pairs.reduce((sum, { usual }) => sum + usual ** 2, 0)
  const believed = (believedDays * squares) / Math.max(1, days.length)
  const variance = (Math.max(0, excess) + believed / believedShape) / Math.max(1, squares + believed)
  return Math.min(shapes.most, Math.max(shapes.least, 1 / variance))
}

const rateOf = (hour: Hour | undefined): number => (hour ? hour.orders / hour.weeks : 0)

/**
 * How odd it is that no order has come since the last one. Hours that are usually quiet add nothing. A day without any
 * order may be one on which the shop is closed, so it adds little. @param times when orders were received, in order
 */
export function silenceAt(
  rhythm: Rhythm,
  times: readonly number[],
  now: number,
  hourOf: HourOfWeek,
): Silence | undefined {
  const since = times.at(-1)
  const hour = rhythm.hours[hourOf(now)]
  if (since === undefined || !hour) return undefined
  const surprise = surpriseOf(rhythm, times, since, now, hourOf)
  const isOdd = !hour.isQuiet && surprise >= rhythm.oddFrom
  return { since, usualSeconds: hourMs / 1000 / rateOf(hour), surprise, isOdd, isQuiet: hour.isQuiet }
}

function surpriseOf(rhythm: Rhythm, times: readonly number[], since: number, now: number, hourOf: HourOfWeek): number {
  let pace = paceOf(rhythm, times, since, hourOf)
  let [sum, today, days] = [0, 0, 0]
  const endDay = () => {
    const alone = pace.shape * Math.log(1 + today / pace.rate)
    const closed = days === 0 ? 0 : days === 1 ? rhythm.closedShare : staysClosed
    sum += -Math.log(closed + (1 - closed) * Math.exp(-alone))
    today = 0
  }
  for (const { at, share } of hoursBetween(since, now)) {
    const index = hourOf(at)
    if (index % 24 === rhythm.nightHour && at > since) {
      endDay()
      days += 1
      pace = usualPace(rhythm)
    }
    const hour = rhythm.hours[index]
    if (hour && !hour.isQuiet) today += hour.orders * Math.log(1 + share / hour.weeks)
  }
  endDay()
  return sum
}

const usualPace = ({ dayShape }: Rhythm) => ({ shape: dayShape, rate: dayShape })

/** The distribution of the pace of the day, given its latest orders. */
function paceOf(rhythm: Rhythm, times: readonly number[], since: number, hourOf: HourOfWeek) {
  let [usual, seen, index] = [0, 0, times.length - 1]
  for (let at = Math.floor(since / hourMs) * hourMs; usual < paceOrders; at -= hourMs) {
    const hour = rhythm.hours[hourOf(at)]
    const isCounted = hour !== undefined && !hour.isQuiet
    if (isCounted) usual += (rateOf(hour) * (Math.min(since, at + hourMs) - at)) / hourMs
    for (; index >= 0 && (times[index] ?? 0) >= at; index -= 1) if (isCounted) seen += 1
    if (hourOf(at) % 24 === rhythm.nightHour) break
  }
  return { shape: rhythm.dayShape + seen, rate: rhythm.dayShape + usual }
}
