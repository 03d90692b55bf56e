import type { Clock } from '#contract/clock.ts'
import type { OrderRecord } from '#domain/order.ts'
import {
  learnedWeeks,
  learnRhythm,
  silenceAt,
  weekMs,
  type HourOfWeek,
  type Rhythm,
  type Silence,
} from '#domain/silence.ts'
import type { Alarms } from '#server/feed/alarms.ts'
import type { Log } from '#server/runtime/bug.ts'
import { runForever } from '#server/runtime/tasks.ts'
import type { Cluster } from '#server/storage/cluster.ts'
import { StoreUnavailable, type OrderStore } from '#server/storage/store.ts'

interface SilenceWatchDeps {
  readonly store: Pick<OrderStore, 'receivedBetween'>
  readonly servers: Pick<Cluster, 'isPolling'>
  readonly alarms: Pick<Alarms, 'raise' | 'clear'>
  readonly clock: Clock
  readonly log: Log
  /** In the machine's time zone by default, because a shop opens by its clock, also after a change to summer time. */
  readonly hourOf?: HourOfWeek
}

export interface SilenceWatch {
  /** Notes an order, which ends a silence if it is new. */
  note(order: Pick<OrderRecord, 'source' | 'receivedAt'>): void
  /** Checks every minute, but for hours that are usually quiet, until the signal aborts. */
  run(closing: AbortSignal): Promise<void>
}

const checkedEachMs = 60_000
const hourMs = 60 * 60_000
const learnedEachMs = 24 * hourMs
/** The alarm lapses if it is not raised again. */
const raisedEachMs = 5 * 60_000

function hourHere(at: number): number {
  const date = new Date(at)
  return date.getDay() * 24 + date.getHours()
}

/** Raises an alarm when no order has come for oddly long, which may be a broken webhook. */
export function createSilenceWatch(deps: SilenceWatchDeps): SilenceWatch {
  const { store, servers, alarms, clock, log, hourOf = hourHere } = deps
  let times: number[] = []
  let rhythm: Rhythm | undefined
  let learnedAt = Number.NEGATIVE_INFINITY
  let raisedAt: number | undefined

  function clear(): void {
    if (raisedAt !== undefined) alarms.clear('orders_silent')
    raisedAt = undefined
  }

  async function learn(closing: AbortSignal): Promise<void> {
    const now = clock.now()
    const read: number[] = []
    // A file store answers within one turn of the event loop, so other work gets a turn after each week.
    for (let weeks = learnedWeeks; weeks > 0 && !closing.aborted; weeks -= 1) {
      read.push(...(await store.receivedBetween(now - weeks * weekMs, now - (weeks - 1) * weekMs)))
      await clock.sleep(0, closing)
    }
    const newest = read.at(-1) ?? Number.NEGATIVE_INFINITY
    times = [...read, ...times.filter((at) => at > newest && at <= now)]
    rhythm = learnRhythm(times, now, hourOf)
    learnedAt = clock.steady()
  }

  /** @returns how long there is nothing to check, in milliseconds */
  function check(): number {
    // In the first two weeks there is nothing to check.
    if (!rhythm) return hourMs
    const now = clock.now()
    const silence = silenceAt(rhythm, times, now, hourOf)
    if (silence?.isOdd) raise(silence)
    else clear()
    return silence?.isQuiet ? hourMs - (now % hourMs) : checkedEachMs
  }

  function raise({ since, usualSeconds }: Silence): void {
    if (raisedAt !== undefined && clock.steady() - raisedAt < raisedEachMs) return
    raisedAt = clock.steady()
    alarms.raise('orders_silent', [], {
      since: new Date(since).toISOString(),
      usual_seconds: Math.round(usualSeconds),
    })
  }

  return {
    note({ source, receivedAt }) {
      if (source !== 'webhook' || receivedAt <= (times.at(-1) ?? Number.NEGATIVE_INFINITY)) return
      times.push(receivedAt)
      clear()
    },
    async run(closing) {
      await runForever({ name: 'silence', clock, log, pauseMs: checkedEachMs }, closing, async () => {
        let restMs = checkedEachMs
        try {
          // One of several servers watches.
          if (!servers.isPolling()) clear()
          else {
            if (clock.steady() - learnedAt >= learnedEachMs) await learn(closing)
            restMs = check()
          }
        } catch (error) {
          // The alarm of the store tells.
          if (!(error instanceof StoreUnavailable)) throw error
        }
        await clock.sleep(restMs, closing)
      })
    },
  }
}
