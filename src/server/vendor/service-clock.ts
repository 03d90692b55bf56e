import type { Clock } from '#contract/clock.ts'
import { clocksMayDifferSeconds } from '#contract/desk/vendor-state.ts'
import type { VendorResponse } from './vendor-transport.ts'

export interface ServiceClock {
  /** An answer that has just come, to what was sent at a moment of the steady clock. */
  note(sentAt: number, answer: Pick<VendorResponse, 'date' | 'isFromCache'>): void
  /** How far the service's clock is ahead of the desk's, in milliseconds; nothing while no answer has told. */
  aheadMs(): number | undefined
  /** Whether the clocks differ by more than is harmless, as several answers say. */
  isOff(): boolean
  /** Whether they seem to differ by more, and too few answers have told so. */
  needsAnswers(): boolean
}

interface ServiceClockDeps {
  readonly clock: Pick<Clock, 'now' | 'steady'>
  /** Called where the clocks begin to differ by more than is harmless, and where they no longer do. */
  readonly onOff?: (isOff: boolean) => void
  /** Called where moments of the service are other moments on the desk's clock than before. */
  readonly onShift?: () => void
}

interface Sample {
  /** The service's time less that of the steady clock. */
  readonly ahead: number
  /** It may be wrong by as much. */
  readonly withinMs: number
}

const harmlessMs = clocksMayDifferSeconds * 1000
const samplesKept = 9
/** So many answers make it sure; and so many that agree outvote all before them: one of the clocks was set. */
const sureBy = 3
const setByMs = 2_000
/** `Date` has whole seconds, of which the rest is cut off. */
const dateStepMs = 1_000
/** An answer that took longer says too little of when it was written. */
const trustedWithinMs = 10_000
const httpDate = /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/

/**
 * The service's clock, by the `Date` of its answers: the median of the last ones, each taken for written halfway between
 * question and answer. It is kept against the steady clock, so that setting the desk's clock changes nothing of it.
 */
export function createServiceClock({ clock, onOff, onShift }: ServiceClockDeps): ServiceClock {
  let samples: readonly Sample[] = []
  let ahead: number | undefined
  let wasOff = false

  const aheadMs = () => (ahead === undefined ? undefined : Math.round(ahead + clock.steady() - clock.now()))
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
    // As long as the clocks may agree they do, and what may be right stays: a deadline must not go to and fro.
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

/** The same for people and machines: how far the desk's clock is ahead of the service's; null where nobody knows. */
export function clockAheadSeconds({ aheadMs }: Pick<ServiceClock, 'aheadMs'>): number | null {
  const ahead = aheadMs()
  return ahead === undefined ? null : -ahead / 1000
}
