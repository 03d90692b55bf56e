import { getSession } from '#contract/desk/session.ts'
import { readShift } from '#contract/desk/shift.ts'
import { webhook } from '#contract/desk/webhook.ts'
import { callDesk } from '#web/api/http/call.ts'
import { serverNow } from '#web/api/http/server-clock.ts'
import type { ShiftCheck } from './checks.ts'
import type { CounterSpan } from './report-spans.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

const hourMs = 60 * 60 * 1000
/** An older check belongs to an earlier shift. */
const shiftAtMostMs = 16 * hourMs
const usualMs = 12 * hourMs

/** When this shift began: at the check on this tablet, if there was one. */
export function shiftBegan(check: ShiftCheck | undefined, now: number): number | undefined {
  const at = check ? Date.parse(check.at) : Number.NaN
  return now - at >= 0 && now - at < shiftAtMostMs ? at : undefined
}

/** In ms since 1970. */
interface Span {
  readonly from: number
  readonly to: number
  /** Where the chart begins, if not with the span. */
  readonly barsFrom?: number
}

/** Days follow this tablet's time zone. A shift begins exactly with its check, its chart on the full hour. */
export function spanOf(name: CounterSpan, check: ShiftCheck | undefined, now: number): Span {
  const began = shiftBegan(check, now)
  // A span must not be empty, even if the shift has just begun.
  if (name === 'shift' && began !== undefined) {
    return { from: began, to: Math.max(now, began + 1), barsFrom: wholeHour(began) }
  }
  if (name === 'shift') return { from: wholeHour(now - usualMs), to: now }
  const midnight = new Date(now).setHours(0, 0, 0, 0)
  // Not empty at midnight itself.
  if (name === 'today') return { from: midnight, to: Math.max(now, midnight + 1) }
  // A day does not always have 24 hours.
  return { from: new Date(midnight - 1).setHours(0, 0, 0, 0), to: midnight }
}

/** Not by `setMinutes`, which picks the first of an hour that occurs twice. */
function wholeHour(at: number): number {
  const clock = new Date(at)
  return at - (clock.getMinutes() * 60 + clock.getSeconds()) * 1000 - clock.getMilliseconds()
}

const refetchInterval = 60_000

export const shiftQuery = (name: CounterSpan, check: ShiftCheck | undefined) =>
  queryOptions({
    queryKey: ['shift', name, check?.at],
    queryFn: async ({ signal }) => {
      const { from, to, barsFrom } = spanOf(name, check, serverNow())
      const query = { from: iso(from), to: iso(to), ...(barsFrom !== undefined && { bars_from: iso(barsFrom) }) }
      return (await callDesk(readShift, { query, signal })).data
    },
    refetchInterval,
    placeholderData: keepPreviousData,
  })

const iso = (at: number): string => new Date(at).toISOString()

const lookAgainMs = 10_000

/** How long the desk's server takes to answer this tablet, and how far their clocks differ, in ms. */
export const roundTripQuery = () =>
  queryOptions({
    queryKey: ['round-trip'],
    queryFn: async ({ signal }) => {
      const start = performance.now()
      const { server_time: serverTime } = await callDesk(getSession, { signal })
      const tookMs = performance.now() - start
      return { tookMs, aheadMs: Date.now() - tookMs / 2 - Date.parse(serverTime) }
    },
    retry: false,
    refetchInterval: lookAgainMs,
  })

export const webhookStateQuery = () =>
  queryOptions({
    queryKey: ['shift', 'webhook'],
    queryFn: async ({ signal }) => (await callDesk(webhook.read, { signal })).data,
    retry: false,
    refetchInterval: lookAgainMs,
  })
