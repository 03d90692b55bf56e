import { createRandom } from '#testing/random.ts'
import { expect, test } from 'vitest'
import { learnedWeeks, learnRhythm, silenceAt, weekMs, type Rhythm } from './silence.ts'

const hourMs = 60 * 60_000
const dayMs = 24 * hourMs
const start = Date.parse('2026-08-03T00:00:00Z')
const hourOf = (at: number) => Math.floor((at - start) / hourMs) % 168
const weeksSimulated = learnedWeeks + 4
const watchedFrom = start + learnedWeeks * weekMs

type Random = () => number

/** A number around 1 of the gamma distribution with this coefficient of variation (Marsaglia and Tsang). */
function gammaAround1(variation: number, random: Random): number {
  const shape = 1 / variation ** 2
  const [d, c] = [shape - 1 / 3, 1 / Math.sqrt(9 * shape - 3)]
  for (;;) {
    const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
    const v = (1 + c * normal) ** 3
    if (v > 0 && Math.log(1 - random()) < 0.5 * normal ** 2 + d - d * v + d * Math.log(v)) return (d * v) / shape
  }
}

/** The usual orders of each hour of the week: peaks at lunch and dinner, none at night, more at the weekend. */
function usualRates(perDay: number, random: Random): readonly number[] {
  const [opens, closes] = [7 + Math.floor(random() * 5), 20 + Math.floor(random() * 5)]
  const [lunch, dinner] = [12 + random() * 1.5, 18.5 + random() * 1.5]
  const peak = (hour: number, at: number) => Math.exp(-((hour + 0.5 - at) ** 2) / 3)
  const byHour = Array.from({ length: 24 }, (_, hour) =>
    hour < opens || hour >= closes ? 0 : 0.25 + peak(hour, lunch) + 1.3 * peak(hour, dinner),
  )
  const isClosedOnMondays = random() < 0.1
  const byDay = Array.from({ length: 7 }, (_, day) =>
    day === 0 && isClosedOnMondays ? 0 : 0.7 + random() * 0.6 + (day >= 4 ? 0.3 : 0),
  )
  const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0)
  const scale = (7 * perDay) / sum(byHour) / sum(byDay)
  return byDay.flatMap((day) => byHour.map((hour) => day * hour * scale))
}

/** Twelve weeks of a shop. Half of the shops are closed on single days, and some for a week of holidays. */
function createShop(seed: number) {
  const random = createRandom(seed * 7919)
  const perDay = 5 + random() * 295
  const rates = usualRates(perDay, random)
  const variation = 0.1 + random() * 0.2
  const closedShare = random() < 0.5 ? 0 : random() * 0.04
  const holidays = random() < 0.08 ? Math.floor(random() * 7 * weeksSimulated) : Infinity
  const times: number[] = []
  for (let day = 0; day < 7 * weeksSimulated; day += 1) {
    const isClosed = random() < closedShare || (day >= holidays && day < holidays + 7)
    const pace = gammaAround1(variation, random)
    for (let hour = 0; hour < 24 && !isClosed; hour += 1) {
      const rate = (rates[(day * 24 + hour) % 168] ?? 0) * pace
      const next = () => (rate > 0 ? -Math.log(1 - random()) / rate : Infinity)
      for (let part = next(); part < 1; part += next()) times.push(start + day * dayMs + (hour + part) * hourMs)
    }
  }
  return { times, rates, perDay, random }
}

type Shop = ReturnType<typeof createShop>

const learnt = (times: readonly number[], now: number): Rhythm => {
  const rhythm = learnRhythm(
    times.filter((at) => at < now && at >= now - learnedWeeks * weekMs),
    now,
    hourOf,
  )
  if (!rhythm) throw new Error('Nothing was learnt.')
  return rhythm
}

/** The alarms of a month in which every order came. The longer it is silent, the odder; so the end of each gap counts. */
function falseAlarmsOf({ times, rates }: Shop): { readonly gaps: number; readonly alarms: number } {
  const fastest = Math.max(...rates)
  let [gaps, alarms] = [0, 0]
  for (let from = watchedFrom; from < start + weeksSimulated * weekMs; from += weekMs) {
    const rhythm = learnt(times, from)
    for (let index = times.findIndex((at) => at >= from); index < times.length; index += 1) {
      const [last = 0, at = 0] = [times[index - 1], times[index]]
      if (at >= from + weekMs) break
      gaps += 1
      if (((at - last) / hourMs) * fastest < 5) continue
      // Quiet hours raise no alarm; it would have come at the end of the last hour that is not.
      const surprise = silenceAt(rhythm, times.slice(Math.max(0, index - 400), index), at, hourOf)?.surprise ?? 0
      if (surprise >= rhythm.oddFrom) alarms += 1
    }
  }
  return { gaps, alarms }
}

/** How many usual intervals pass until it is noticed that nothing comes any more since a busy moment. */
function noticedAfter({ times, rates, random }: Shop): number {
  const mean = rates.reduce((sum, rate) => sum + rate, 0) / rates.filter((rate) => rate > 0).length
  let at = 0
  while ((rates[hourOf(at)] ?? 0) < mean) at = watchedFrom + random() * 3 * weekMs
  const rhythm = learnt(times, watchedFrom)
  const seen = times.filter((each) => each < at).slice(-400)
  const stepMs = 20_000
  for (let [now, intervals] = [at, 0]; now < at + 3 * dayMs; now += stepMs) {
    intervals += ((rates[hourOf(now)] ?? 0) * stepMs) / hourMs
    if (silenceAt(rhythm, seen, now, hourOf)?.isOdd) return intervals
  }
  return Infinity
}

const shops = Array.from({ length: 200 }, (_, index) => createShop(index + 1))

test('gives at most one false alarm in a month of 200 shops', () => {
  const months = shops.map(falseAlarmsOf)
  expect(months.reduce((sum, { gaps }) => sum + gaps, 0)).toBeGreaterThan(800_000)
  expect(months.reduce((sum, { alarms }) => sum + alarms, 0)).toBeLessThanOrEqual(1)
})

test('notices a webhook that breaks at a busy moment after a median of at most 15 usual intervals', () => {
  const intervals = [...shops, ...shops].map(noticedAfter).toSorted((one, other) => one - other)
  expect(intervals[intervals.length / 2]).toBeLessThanOrEqual(15)
  expect(intervals.filter((each) => each === Infinity).length).toBeLessThan(0.15 * intervals.length)
})

/** Orders each ten minutes from 10 to 20 o'clock, on the given days of the simulation. */
const regular = (days: readonly number[]) =>
  days.flatMap((day) => Array.from({ length: 60 }, (_, index) => start + day * dayMs + (10 + index / 6) * hourMs))
const daysTo = (count: number) => Array.from({ length: count }, (_, day) => day)
const at = (day: number, hour: number) => start + day * dayMs + hour * hourMs

test('learns nothing in the first two weeks', () => {
  expect(learnRhythm([], start, hourOf)).toBeUndefined()
  expect(learnRhythm(regular(daysTo(13)), at(13, 23), hourOf)).toBeUndefined()
  expect(learnRhythm(regular(daysTo(15)), at(15, 0), hourOf)).toBeDefined()
})

test('counts no hour that is usually quiet, and raises nothing in it', () => {
  const times = regular(daysTo(20))
  const rhythm = learnt(times, at(20, 0))
  const last = times.filter((each) => each < at(19, 17.5))
  const silence = (day: number, hour: number) => silenceAt(rhythm, last, at(day, hour), hourOf)
  expect(silence(19, 17.5)?.isOdd).toBe(false)
  expect(silence(19, 19.9)).toMatchObject({ since: last.at(-1), isOdd: true })
  expect(Math.round(silence(19, 18.5)?.usualSeconds ?? 0)).toBe(600)
  expect(silence(19, 22)?.isOdd).toBe(false)
  expect(silence(20, 8)?.surprise).toBeCloseTo(silence(19, 22)?.surprise ?? 0)
  expect(silence(20, 12)?.isOdd).toBe(true)
})

test('takes a day without any order for a day off, also if it is the first one', () => {
  const times = regular(daysTo(21).filter((day) => day !== 9))
  const rhythm = learnt(times, at(21, 0))
  for (const day of [21, 22, 23]) expect(silenceAt(rhythm, times, at(day, 16), hourOf)?.isOdd).toBe(false)
})
