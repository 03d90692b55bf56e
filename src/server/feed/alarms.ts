import type { Alarm } from '#contract/desk/inbox.ts'
import type { Clock } from '#contract/clock.ts'
import type { Log } from '#server/bug.ts'
import type { ServerWord } from '#server/storage/store.ts'

/** What concerns the whole board, and somebody should see to. */
export const alarmCodes = [
  'webhook_refused',
  'webhook_unreadable',
  'webhook_off',
  'store_unavailable',
  'store_damaged',
  'disk_low',
  'copies_failing',
  'clock_differs',
  'vendor_token',
  'vendor_other_order',
] as const
type AlarmCode = (typeof alarmCodes)[number]

export interface Alarms {
  raise(code: AlarmCode): void
  /** What it was about is over. */
  clear(code: AlarmCode): void
  /** What this server raised. */
  own(): readonly Alarm[]
  /** What any server raised: a tablet is told the same, whichever it asks. Each since the first, and as often as all. */
  current(): readonly Alarm[]
  /** The neighbours may have said something new. */
  hear(): void
}

interface AlarmsParts {
  readonly clock: Clock
  /** Called when an alarm is new, at most every five minutes while it goes on, and when it is over. */
  readonly tell: (code: string) => void
  /** What the other servers say of theirs. */
  readonly peers: () => readonly ServerWord[]
  /** Whoever looks after the server reads that one began, and that it is over. */
  readonly log: Log
}

const minute = 60 * 1000
const forgottenAfterMs = 30 * minute
/** What is raised once and lasts, or is looked at seldom. A repair is told for a day: somebody comes in the morning. */
const lasting: Readonly<Partial<Record<AlarmCode, number>>> = {
  disk_low: Number.POSITIVE_INFINITY,
  copies_failing: Number.POSITIVE_INFINITY,
  clock_differs: Number.POSITIVE_INFINITY,
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

export function createAlarms({ clock, tell, peers, log }: AlarmsParts): Alarms {
  const raised = new Map<AlarmCode, Raised>()
  /** The codes that neighbours had raised when they were last heard. */
  let heard: ReadonlySet<string> = new Set()
  // A server of an older version says nothing of them.
  const others = () => peers().flatMap((word) => word.alarms ?? [])
  const own = (): readonly Alarm[] =>
    [...raised].map(([code, { since, count }]) => ({ code, since: new Date(since).toISOString(), count }))

  function clear(code: AlarmCode): void {
    if (!raised.delete(code)) return
    tell(code)
    log('alarm_over', { code })
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
      if (!known) {
        log('alarm', { code }, 'warn')
        void lapse(code, alarm)
      }
      if (now - alarm.toldAt < toldAgainAfterMs) return
      alarm.toldAt = now
      tell(code)
    },
    clear,
    own,
    current() {
      const byCode = Map.groupBy([...own(), ...others()], ({ code }) => code)
      return [...byCode].map(([code, all]) => ({
        code,
        since: all.map(({ since }) => since).reduce((one, other) => (one < other ? one : other)),
        count: all.reduce((sum, { count }) => sum + count, 0),
      }))
    },
    hear() {
      const codes = new Set(others().map(({ code }) => code))
      for (const code of codes.symmetricDifference(heard)) tell(code)
      heard = codes
    },
  }
}
