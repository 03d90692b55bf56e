import * as z from 'zod/mini'
import type { Clock } from '#contract/clock.ts'
import { readSummary, type ShopProblem, type ShopSummary } from '#contract/desk/shops.ts'
import { isRecord } from '#contract/json.ts'
import { TimedOut, withTimeLimit } from '#server/runtime/tasks.ts'
import { retryAfterMsOf } from '#server/vendor/vendor-transport.ts'

/** Why another desk could not be asked, as far as the connection tells. */
export type NoDesk = Extract<ShopProblem, 'no_contact' | 'not_https' | 'bad_certificate' | 'not_allowed' | 'unreadable'>

/** There is no answer. Its message omits the address and the key. */
export class DeskNotRead extends Error {
  readonly problem: NoDesk
  constructor(problem: NoDesk) {
    super(`The other desk was not read: ${problem}`)
    this.problem = problem
  }
}

export interface DeskAnswer {
  readonly status: number
  readonly retryAfter: string | undefined
  /** Of at most `summaryLimitBytes`; empty unless the status is 200. */
  readonly text: string
}

/**
 * Asks another desk by GET, with a bearer key. Follows no redirect.
 * @throws {DeskNotRead}, or whatever aborting causes
 */
export type AskDesk = (url: URL, key: string, signal: AbortSignal) => Promise<DeskAnswer>

/** A summary is far smaller, with the most printers and alarms too. */
export const summaryLimitBytes = 64 * 1024

const limitMs = 4_000

/** The outcome of one reading. `waitMs`: the other desk asks to be left alone for so long. */
export type ShopReading =
  | { readonly summary: ShopSummary }
  | { readonly problem: ShopProblem; readonly waitMs?: number | undefined }

/** Reads another desk's summary. Never rejects. */
export async function readShop(ask: AskDesk, clock: Clock, desk: string, key: string): Promise<ShopReading> {
  try {
    const url = new URL(readSummary.path, desk)
    return outcomeOf(await withTimeLimit(clock, limitMs, (signal) => ask(url, key, signal)), clock.now())
  } catch (error) {
    if (error instanceof TimedOut) return { problem: 'too_slow' }
    return { problem: error instanceof DeskNotRead ? error.problem : 'no_contact' }
  }
}

function outcomeOf({ status, retryAfter, text }: DeskAnswer, now: number): ShopReading {
  switch (status) {
    case 200: {
      const summary = summaryIn(text, now)
      return summary ? { summary } : { problem: 'unreadable' }
    }
    case 401:
      return { problem: 'key_refused' }
    case 403:
      return { problem: 'key_limited' }
    case 404:
      return { problem: 'needs_update' }
    case 429:
      return { problem: 'busy', waitMs: retryAfterMsOf(retryAfter) }
    default:
      return { problem: status >= 500 ? 'failing' : 'unreadable' }
  }
}

/** The longest lists and texts that are passed on: one desk must not fill the page of all. */
const listedAtMost = 200
const lettersAtMost = 100
/** Amounts stand on one line each. */
const amountsAtMost = 10
const amountLettersAtMost = 30

const isMoment = (text: string | null): boolean =>
  text === null || (/^\d{4}-\d\d-\d\dT/.test(text) && Number.isFinite(Date.parse(text)))
const isCount = (value: number): boolean => Number.isSafeInteger(value) && value >= 0

/** The summary of an answer, with its times on our clock. @returns undefined if it is none. */
function summaryIn(text: string, now: number): ShopSummary | undefined {
  const parsed = z.safeParse(readSummary.answer, parse(text))
  if (!parsed.success) return undefined
  const { data } = parsed.data
  const { counters, printers, alarms, today } = data
  const sales = today.sales ?? []
  const moments = [
    data.server_time,
    data.waiting_since,
    today.from,
    ...[...printers, ...alarms].map(({ since }) => since),
  ]
  const counts = [
    data.waiting,
    counters.there,
    counters.ringing,
    today.orders,
    today.missed,
    ...sales.map(({ orders }) => orders),
  ]
  const texts = [
    ...printers.flatMap(({ name, is }) => [name, is]),
    ...alarms.flatMap(({ code, about = [] }) => [code, ...about]),
  ]
  const money = sales.flatMap(({ currency, total }) => [currency, total])
  const isSound =
    moments.every(isMoment) &&
    counts.every(isCount) &&
    [...texts, today.time_zone].every((each) => each.length <= lettersAtMost) &&
    money.every((each) => each.length <= amountLettersAtMost) &&
    sales.length <= amountsAtMost &&
    sales.every(({ total }) => /^-?\d+(?:\.\d+)?$/.test(total)) &&
    [printers, alarms, texts].every((list) => list.length <= listedAtMost)
  return isSound ? onClock(data, now) : undefined
}

function parse(text: string): unknown {
  try {
    const body: unknown = JSON.parse(text)
    return isRecord(body) ? body : undefined
  } catch {
    return undefined
  }
}

/** Moves the times of a summary to our clock, since both clocks may differ. The beginning of the day stays the shop's. */
function onClock(summary: ShopSummary, now: number): ShopSummary {
  const aheadMs = Date.parse(summary.server_time) - now
  const moved = (at: string) => new Date(Date.parse(at) - aheadMs).toISOString()
  return {
    ...summary,
    server_time: moved(summary.server_time),
    waiting_since: summary.waiting_since === null ? null : moved(summary.waiting_since),
    printers: summary.printers.map((printer) => ({ ...printer, since: moved(printer.since) })),
    alarms: summary.alarms.map((alarm) => ({ ...alarm, since: moved(alarm.since) })),
  }
}
