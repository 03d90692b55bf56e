import type { Deadline } from '#contract/desk/deadline.ts'

/** The time from an order's creation until the service cancelled it unanswered, in milliseconds. */
export interface CancelledAfter {
  /** It was still shown as waiting then. */
  readonly low: number
  /** It was shown as cancelled then. */
  readonly high: number
}

/** An estimate of the time that the service gives for an answer; all numbers but `observations` are in seconds. */
export type Estimate = Deadline

const second = 1000
const minute = 60 * second
/** A wider interval, from a time when the desk did not read, says too little. */
const preciseMs = minute
export const usedAtMost = 40
/** How many of the latest observations are tried next: fewer, once the service has changed its window. */
const shorterSpans = [28, 20, 14]
const neededAtLeast = 10
const neededShare = 0.6
const latestCount = 5
const latestNeeded = 3
/** A job that runs each minute spreads cancellations over a minute. */
const widestMs = 75 * second
const widestShare = 0.2
/** Observations this close to the densest range belong to it, however narrow it is. */
const nearMs = 3 * second

export const isPrecise = ({ low, high }: CancelledAfter): boolean => high - low <= preciseMs

export function configured(seconds: number, observations: number): Estimate {
  return { seconds, low: seconds, high: seconds, observations, source: 'configured' }
}

/**
 * Estimates the service's window from cancellations, newest first: the shortest range that holds most of them, without
 * those of customers, who cancel at any time. `mayShift`: if they do not agree, fewer of the latest may; false for
 * orders of several shops, whose latest may be of one. @returns nothing if fewer than ten agree, or the last ones do not.
 */
export function estimateDeadline(
  observations: readonly CancelledAfter[],
  { mayShift = true } = {},
): Estimate | undefined {
  const shorter = mayShift ? shorterSpans : []
  const precise = observations.filter(isPrecise).slice(0, usedAtMost)
  for (const span of [precise.length, ...shorter.filter((each) => each < precise.length)]) {
    const estimate = estimateOf(precise.slice(0, span))
    if (estimate) return estimate
  }
  return undefined
}

function estimateOf(latest: readonly CancelledAfter[]): Estimate | undefined {
  const sorted = latest.toSorted((one, other) => middleOf(one) - middleOf(other))
  const { from, to } = withNeighbours(sorted, shortestRange(sorted))
  const inside = sorted.slice(from, to)
  const [first, middle, last] = [inside[0], inside[Math.floor(inside.length / 2)], inside.at(-1)]
  if (!first || !middle || !last || inside.length < neededAtLeast) return undefined
  const widthMs = middleOf(last) - middleOf(first)
  if (widthMs > Math.max(widestMs, widestShare * middleOf(middle))) return undefined
  const isInside = new Set(inside)
  if (latest.slice(0, latestCount).filter((each) => isInside.has(each)).length < latestNeeded) return undefined
  // The earliest of a few is later than the earliest of all, by about the mean distance between them.
  const earlierMs = widthMs / (inside.length - 1)
  const low = Math.min(...inside.map((each) => each.low)) - earlierMs
  const high = Math.max(...inside.map((each) => each.high))
  return {
    seconds: Math.round(middleOf(middle) / second),
    low: Math.max(1, Math.floor(low / second)),
    high: Math.ceil(high / second),
    observations: inside.length,
    source: 'learned',
  }
}

interface Range {
  readonly from: number
  /** After the last. */
  readonly to: number
}

const middleOf = ({ low, high }: CancelledAfter): number => (low + high) / 2

/** The shortest range that holds the needed share of the sorted observations. */
function shortestRange(sorted: readonly CancelledAfter[]): Range {
  const size = Math.ceil(neededShare * sorted.length)
  const widths = sorted.slice(0, sorted.length - size + 1).map((_, from) => widthOf(sorted, { from, to: from + size }))
  // The earliest of equal ones, to be cautious.
  const from = Math.max(0, widths.indexOf(Math.min(...widths)))
  return { from, to: from + size }
}

function widthOf(sorted: readonly CancelledAfter[], { from, to }: Range): number {
  const [first, last] = [sorted[from], sorted[to - 1]]
  return first && last ? middleOf(last) - middleOf(first) : 0
}

/** Extends the range on both sides by its own width, because it holds only a share of what belongs together. */
function withNeighbours(sorted: readonly CancelledAfter[], range: Range): Range {
  const withinMs = Math.max(nearMs, widthOf(sorted, range))
  const [first, last] = [sorted[range.from], sorted[range.to - 1]]
  if (!first || !last) return range
  const from = sorted.findIndex((each) => middleOf(each) >= middleOf(first) - withinMs)
  const to = sorted.findLastIndex((each) => middleOf(each) <= middleOf(last) + withinMs) + 1
  return { from, to }
}
