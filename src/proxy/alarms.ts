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
] as const
export type AlarmCode = (typeof alarmCodes)[number]

export interface Alarms {
  raise(code: AlarmCode): void
  /** What it was about is over. */
  clear(code: AlarmCode): void
  current(): readonly Alarm[]
}

const forgottenAfterMs = 30 * 60 * 1000
const toldAgainAfterMs = 5 * 60 * 1000

interface Raised {
  since: number
  latest: number
  toldAt: number
  count: number
}

/** `onRaised` is told when an alarm is new, and at most every five minutes while it goes on. */
export function createAlarms(clock: Clock, onRaised: (code: AlarmCode) => void): Alarms {
  const raised = new Map<AlarmCode, Raised>()
  const isOver = ({ latest }: Raised) => clock.steady() - latest > forgottenAfterMs
  return {
    raise(code) {
      const now = clock.steady()
      const known = raised.get(code)
      const alarm =
        known && !isOver(known)
          ? known
          : { since: clock.now(), latest: now, toldAt: Number.NEGATIVE_INFINITY, count: 0 }
      alarm.latest = now
      alarm.count += 1
      raised.set(code, alarm)
      if (now - alarm.toldAt < toldAgainAfterMs) return
      alarm.toldAt = now
      onRaised(code)
    },
    clear: (code) => void raised.delete(code),
    current: () =>
      [...raised]
        .filter(([, alarm]) => !isOver(alarm))
        .map(([code, { since, count }]) => ({ code, since: new Date(since).toISOString(), count })),
  }
}
