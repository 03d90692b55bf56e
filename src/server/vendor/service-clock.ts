import type { Clock } from '#contract/clock.ts'
import { clocksMayDifferSeconds } from '#contract/desk/vendor-state.ts'
import type { VendorResponse } from './vendor-transport.ts'

export interface ServiceClock {
  /** Records an answer that just arrived. `sentAt` is when its request was sent, on the steady clock. */
  note(sentAt: number, answer: Pick<VendorResponse, 'date' | 'isFromCache'>): void
  /** How far the service's clock is ahead of ours, in milliseconds; undefined until known. */
  aheadMs(): number | undefined
  /** Whether several answers show that the clocks differ too much. */
  isOff(): boolean
  /** Whether the clocks seem to differ too much, and more answers are needed. */
  needsAnswers(): boolean
}

interface ServiceClockDeps {
  readonly clock: Pick<Clock, 'now' | 'steady'>
  /** Called when the clocks begin and cease to differ too much. */
  readonly onOff?: (isOff: boolean) => void
  /** Called when the conversion of the service's timestamps changed. */
  readonly onShift?: () => void
}

interface Sample {
  /** The service's time minus the steady clock's. */
  readonly ahead: number
  /** The possible error. */
  readonly withinMs: number
}

const harmlessMs = clocksMayDifferSeconds * 1000
const samplesKept = 9
/** This many answers make it certain; this many agreeing ones replace all earlier ones, because a clock was set. */
const sureBy = 3
const setByMs = 2_000
/** `Date` is truncated to whole seconds. */
const dateStepMs = 1_000
/** A smaller change is not followed, so that an order has the same deadline at every moment. */
const stepMs = 100
/** A slower answer is too imprecise. */
const trustedWithinMs = 10_000
const httpDate = /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/

/**
 * Estimates the service's clock from the `Date` of its answers: the median of the last ones, each taken as written
 * halfway between request and answer. Relative to the steady clock, so that setting our clock does not change it.
 */
export function createServiceClock({ clock, onOff, onShift }: ServiceClockDeps): ServiceClock {
  let samples: readonly Sample[] = []
  let ahead: number | undefined
  let wasOff = false

  /** What `aheadMs` last returned. */
  let shown: number | undefined

  function aheadMs(): number | undefined {
    if (ahead === undefined) return undefined
    const current = Math.round(ahead + clock.steady() - clock.now())
    if (shown === undefined || Math.abs(current - shown) >= stepMs) shown = current
    return shown
  }
  const seemsOff = () => Math.abs(aheadMs() ?? 0) > harmlessMs
  const isOff = () => seemsOff() && samples.length >= sureBy

  function adopt(): void {
    const latest = samples.slice(-sureBy)
    const isSet = latest.every(
      (sample) =>
        Math.abs(sample.ahead - (ahead ?? sample.ahead)) > setByMs &&
        Math.abs(sample.ahead - (latest[0] ?? sample).ahead) <= setByMs,
    )
    if (isSet && latest.length === sureBy) samples = latest
    const byTime = samples.toSorted((one, other) => one.ahead - other.ahead)
    const middle = byTime[Math.floor((byTime.length - 1) / 2)]
    if (!middle) return
    const mayBe = (other: number | undefined) =>
      other !== undefined && Math.abs(middle.ahead - other) <= middle.withinMs ? other : undefined
    // The clocks count as equal while they may be, and a possible value is kept, so that deadlines do not jitter.
    ahead = mayBe(clock.now() - clock.steady()) ?? mayBe(ahead) ?? middle.ahead
  }

  return {
    aheadMs,
    isOff,
    needsAnswers: () => seemsOff() && samples.length < sureBy,
    note(sentAt, { date = '', isFromCache }) {
      const tookMs = clock.steady() - sentAt
      if (isFromCache || !httpDate.test(date) || tookMs > trustedWithinMs) return
      const written = Date.parse(date) + dateStepMs / 2
      if (!Number.isFinite(written)) return
      const sample = { ahead: written - (sentAt + tookMs / 2), withinMs: (dateStepMs + tookMs) / 2 }
      samples = [...samples, sample].slice(-samplesKept)
      const before = aheadMs() ?? 0
      adopt()
      if (Math.abs((aheadMs() ?? 0) - before) > setByMs) onShift?.()
      if (isOff() === wasOff) return
      wasOff = !wasOff
      onOff?.(wasOff)
    },
  }
}

/** How far our clock is ahead of the service's in seconds, for display; null if unknown. */
export function clockAheadSeconds({ aheadMs }: Pick<ServiceClock, 'aheadMs'>): number | null {
  const ahead = aheadMs()
  return ahead === undefined ? null : -ahead / 1000
}
