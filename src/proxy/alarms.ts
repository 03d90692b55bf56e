import type { Alarm } from '#contract/desk/inbox.ts'
import type { Clock } from '#contract/clock.ts'

/** What concerns the whole board, and somebody should see to. */
export const alarmCodes = [
  'webhook_refused',
  'webhook_unreadable',
  'webhook_off',
  'store_unavailable',
  'store_damaged',
  'disk_low',
  'vendor_token',
  'vendor_other_order',
] as const
export type AlarmCode = (typeof alarmCodes)[number]

export interface Alarms {
  raise(code: AlarmCode): void
  /** What it was about is over. */
  clear(code: AlarmCode): void
  current(): readonly Alarm[]
}

const minute = 60 * 1000
const forgottenAfterMs = 30 * minute
/** What is raised once and lasts, or is looked at seldom. A repair is told for a day: somebody comes in the morning. */
const lasting: Readonly<Partial<Record<AlarmCode, number>>> = {
  disk_low: Number.POSITIVE_INFINITY,
  webhook_off: Number.POSITIVE_INFINITY,
  store_damaged: 24 * 60 * minute,
}
const toldAgainAfterMs = 5 * minute

interface Raised {
  since: number
  latest: number
  toldAt: number
  count: number
}

/** `tell` is called when an alarm is new, at most every five minutes while it goes on, and when it is over. */
export function createAlarms(clock: Clock, tell: (code: AlarmCode) => void): Alarms {
  const raised = new Map<AlarmCode, Raised>()

  function clear(code: AlarmCode): void {
    if (raised.delete(code)) tell(code)
  }

  /** Clears an alarm once it has not been raised for its time. */
  async function lapse(code: AlarmCode, alarm: Raised): Promise<void> {
    const lastsMs = lasting[code] ?? forgottenAfterMs
    if (!Number.isFinite(lastsMs)) return
    for (let leftMs = lastsMs; leftMs > 0; leftMs = alarm.latest + lastsMs - clock.steady()) await clock.sleep(leftMs)
    if (raised.get(code) === alarm) clear(code)
  }

  return {
    raise(code) {
      const now = clock.steady()
      const known = raised.get(code)
      const alarm = known ?? { since: clock.now(), latest: now, toldAt: Number.NEGATIVE_INFINITY, count: 0 }
      alarm.latest = now
      alarm.count += 1
      raised.set(code, alarm)
      if (!known) void lapse(code, alarm)
      if (now - alarm.toldAt < toldAgainAfterMs) return
      alarm.toldAt = now
      tell(code)
    },
    clear,
    current: () =>
      [...raised].map(([code, { since, count }]) => ({ code, since: new Date(since).toISOString(), count })),
  }
}
