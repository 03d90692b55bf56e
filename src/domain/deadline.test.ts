import { createRandom } from '#testing/random.ts'
import { expect, test } from 'vitest'
import { estimateDeadline, usedAtMost, type CancelledAfter } from './deadline.ts'

interface Service {
  /** The earliest cancellation of an unanswered order; all times in seconds. */
  readonly window: number
  /** A job cancels late by up to this. */
  readonly jitter?: number
  /** The share of orders that their customers cancel before. */
  readonly early?: number
  /** The time between two reads of the desk. */
  readonly reads?: number
  /** The share of orders during which the desk was away. */
  readonly away?: number
}

const seeds = Array.from({ length: 200 }, (_, index) => index + 1)

/** Cancellations as a desk sees them, oldest first. */
function watch(service: Service, count: number, random: () => number): readonly CancelledAfter[] {
  const { window, jitter = 0, early = 0, reads = 5, away = 0 } = service
  return Array.from({ length: count }, () => {
    const at = random() < early ? random() * window : window + random() * jitter
    const every = random() < away ? 120 + random() * 600 : reads
    const low = at - random() * every
    return { low: Math.max(0, low) * 1000, high: (low + every) * 1000 }
  })
}

const estimateFrom = (seen: readonly CancelledAfter[]) => estimateDeadline(seen.toReversed())

/** The smallest, the middle and the largest. */
function spread(numbers: readonly number[]) {
  const sorted = numbers.toSorted((one, other) => one - other)
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN
  return { least: at(0), middle: at(0.5), most95: at(0.95), most: at(1) }
}

// By how many seconds `low` may be later, and earlier, than the true earliest cancellation.
test.each<readonly [string, Service, number, number]>([
  ['is punctual', { window: 300 }, 0, 6],
  ['is read each 15 s', { window: 300, reads: 15 }, 0, 16],
  ['cancels by a job each minute', { window: 300, jitter: 60 }, 15, 10],
  ['has customers who cancel early', { window: 300, early: 0.25 }, 0, 70],
  ['has both', { window: 300, jitter: 60, early: 0.2 }, 15, 35],
  ['is watched by a desk that is often away', { window: 300, jitter: 20, away: 0.3 }, 5, 10],
  ['gives a minute', { window: 60, jitter: 10, early: 0.15 }, 0, 15],
  ['gives half an hour', { window: 1800, jitter: 60, early: 0.15 }, 15, 50],
])('learns from 40 cancellations, by 200 seeds, when the service %s', (_, service, laterBy, earlierBy) => {
  const estimates = seeds.map((seed) => estimateFrom(watch(service, usedAtMost, createRandom(seed))))
  const learned = estimates.filter((estimate) => estimate !== undefined)
  const low = spread(learned.map((estimate) => estimate.low - service.window))
  expect(learned.length).toBeGreaterThanOrEqual(0.9 * seeds.length)
  expect(low.most).toBeLessThanOrEqual(laterBy)
  expect(low.least).toBeGreaterThanOrEqual(-earlierBy)
  expect(Math.abs(low.middle)).toBeLessThanOrEqual(service.reads === 15 ? 16 : 6)
  for (const { seconds, low: earliest, high } of learned) {
    expect(seconds).toBeGreaterThanOrEqual(earliest)
    expect(seconds).toBeLessThanOrEqual(high)
    expect(high).toBeLessThanOrEqual(service.window + 2 * (service.jitter ?? 0) + 20)
  }
})

test('learns from twelve cancellations, not later than 35 s after the first of a job each minute', () => {
  const service = { window: 300, jitter: 60 }
  const estimates = seeds.map((seed) => estimateFrom(watch(service, 12, createRandom(seed))))
  const learned = estimates.filter((estimate) => estimate !== undefined)
  const low = spread(learned.map((estimate) => estimate.low - service.window))
  expect(learned.length).toBeGreaterThan(0.9 * seeds.length)
  expect(low.most).toBeLessThanOrEqual(35)
  expect(low.most95).toBeLessThanOrEqual(15)
})

const noisy = { jitter: 60, early: 0.15 }

// `left`: after how many orders the old window is not used any more, at most by 200 seeds. `relearned`: after how many
// the new one is, in the middle and for 95 % of them.
test.each<readonly [number, number, Partial<Service>, number, number, number]>([
  [300, 420, {}, 3, 10, 10],
  [300, 180, {}, 3, 10, 10],
  [300, 240, {}, 3, 10, 10],
  [300, 180, noisy, 3, 12, 20],
  [300, 240, noisy, 12, 18, 30],
  [300, 420, noisy, 12, 12, 20],
])('relearns a window of %i s that becomes %i s, with %o', (before, after, extra, leftBy, middleBy, most) => {
  const runs = seeds.map((seed) => {
    const random = createRandom(seed)
    const seen = [...watch({ ...extra, window: before }, usedAtMost, random)]
    const firstWhere = { left: Number.POSITIVE_INFINITY, relearned: Number.POSITIVE_INFINITY }
    for (let orders = 1; orders <= usedAtMost; orders += 1) {
      seen.push(...watch({ ...extra, window: after }, 1, random))
      const estimate = estimateFrom(seen)
      const middle = (estimate?.seconds ?? 0) - (extra.jitter ?? 0) / 2
      const isOld = estimate && Math.abs(middle - before) < Math.abs(middle - after)
      if (!isOld) firstWhere.left = Math.min(firstWhere.left, orders)
      if (estimate && !isOld) firstWhere.relearned = Math.min(firstWhere.relearned, orders)
    }
    return firstWhere
  })
  expect(spread(runs.map(({ left }) => left)).most).toBeLessThanOrEqual(leftBy)
  const relearned = spread(runs.map(({ relearned }) => relearned))
  expect(relearned.middle).toBeLessThanOrEqual(middleBy)
  expect(relearned.most95).toBeLessThanOrEqual(most)
})

/** Cancellations after these seconds, oldest first, each seen within 5 s. */
const after = (...seconds: readonly number[]) => seconds.map((each) => ({ low: (each - 5) * 1000, high: each * 1000 }))
const times = (count: number, seconds: number) => Array.from({ length: count }, () => seconds)

test.each<readonly [string, readonly CancelledAfter[]]>([
  ['nothing was seen', []],
  ['nine were seen', after(...times(9, 300))],
  ['nine of eleven agree', after(...times(5, 300), 20, 100, ...times(4, 300))],
  ['three of the last five disagree', after(...times(30, 300), 180, 180, 180)],
  ['they are all over the place', after(...Array.from({ length: 40 }, (_, index) => (index * 77) % 300))],
  ['they lie over more than 75 s', after(...Array.from({ length: 40 }, (_, index) => 200 + ((index * 7) % 40) * 4))],
  ['the desk was away each time', times(40, 300).map((each) => ({ low: 0, high: each * 1000 }))],
])('does not estimate if %s', (_, seen) => {
  expect(estimateFrom(seen)).toBeUndefined()
})

test('counts what it rests on', () => {
  expect(estimateFrom(after(...times(12, 300), 20, 300))).toEqual({
    seconds: 298,
    low: 295,
    high: 300,
    observations: 13,
    source: 'learned',
  })
})
