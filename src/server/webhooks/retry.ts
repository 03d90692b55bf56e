import { testEvent } from '#contract/desk/outgoing-webhooks.ts'
import type { DeliveryRecord, ReceiverAnswer } from '#domain/outgoing-event.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** The pauses between tries that Standard Webhooks recommends: about three days in all. */
const pausesMs = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
] as const
export const longestPauseMs = 24 * hour
/** A tenth more or less, so that what failed together does not come back together. */
const jitter = 0.1
const allPausesMs = pausesMs.reduce((sum, pause) => sum + pause, 0)
/** Tries that were brought forward when the receiver came back do not make up for three days. */
const givenUpAfterMs = 0.85 * allPausesMs
/** The longest that all pauses can be: a receiver that asks for a day each time would stretch them to nine. */
const givenUpByMs = (1 + jitter) * allPausesMs

/** A receiver answered, or did not. */
export interface Tried extends ReceiverAnswer {
  readonly at: number
  readonly tookMs: number
  /** Its `Retry-After`, in milliseconds; undefined without one. */
  readonly retryAfterMs?: number | undefined
}

export const isDelivered = ({ status }: ReceiverAnswer): boolean => status !== null && status >= 200 && status < 300

/** 410: the receiver wants nothing any more. */
export const isGone = ({ status }: ReceiverAnswer): boolean => status === 410

/**
 * A delivery after a try. `random` is from 0 to 1. A try that somebody asked for changes nothing of the plan: otherwise
 * each would make the next pause longer.
 */
export function afterTry(delivery: DeliveryRecord, tried: Tried, random: number): DeliveryRecord {
  const { retryAfterMs, ...lastTry } = tried
  const { plannedAt, triesByHand = 0 } = delivery
  const tries = delivery.tries + 1
  const waitedMs = (delivery.waitedMs ?? 0) + lastPauseMs(delivery)
  const next = { ...delivery, tries, lastTry, waitedMs, plannedAt: undefined }
  if (isDelivered(tried)) return { ...next, state: 'delivered', dueAt: null }
  if (isGone(tried) || delivery.type === testEvent) return { ...next, state: 'parked', dueAt: null }
  const wantedAt = tried.at + Math.min(retryAfterMs ?? 0, longestPauseMs)
  if (plannedAt !== undefined)
    return { ...next, triesByHand: triesByHand + 1, state: 'waiting', dueAt: Math.max(plannedAt, wantedAt) }
  const planned = tries - triesByHand
  const isLastTry = (planned > pausesMs.length && waitedMs >= givenUpAfterMs) || waitedMs > givenUpByMs
  if (isLastTry) return { ...next, state: 'parked', dueAt: null }
  const pauseMs = (pausesMs[planned - 1] ?? longestPauseMs) * (1 - jitter + 2 * jitter * random)
  return { ...next, state: 'waiting', dueAt: Math.round(Math.max(tried.at + pauseMs, wantedAt)) }
}

/**
 * The pause before this try, as it was planned: days in which no desk ran, or by which its clock was set, are no chances
 * that a receiver had.
 */
function lastPauseMs({ lastTry, dueAt }: DeliveryRecord): number {
  const pauseMs = lastTry && dueAt !== null ? dueAt - lastTry.at : 0
  return Math.min(Math.max(0, pauseMs), longestPauseMs * (1 + jitter))
}

/** Reads `Retry-After`: seconds, or a date. @returns milliseconds; undefined if it is neither. */
export function readRetryAfter(text: string | null, now: number): number | undefined {
  if (text === null) return undefined
  if (/^\d+$/.test(text.trim())) return Number(text) * second
  const until = Date.parse(text)
  return Number.isFinite(until) ? Math.max(0, until - now) : undefined
}
