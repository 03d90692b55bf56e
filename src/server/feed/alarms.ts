import type { AlarmCode } from '#domain/alarm.ts'
import type { Alarm } from '#contract/desk/inbox.ts'
import type { Clock } from '#contract/clock.ts'
import type { Log } from '#server/runtime/bug.ts'
import type { Emit } from '#server/events/bus.ts'
import type { PeerMessage } from '#server/storage/store.ts'

export interface Alarms {
  raise(code: AlarmCode): void
  /** What it was about is over. */
  clear(code: AlarmCode): void
  /** What this server raised. */
  own(): readonly Alarm[]
  /** What any server raised: a tablet is told the same, whichever it asks. Each since the first, and as often as all. */
  current(): readonly Alarm[]
  /** Emits what the other servers raised and cleared since the last time. */
  notePeers(): void
}

interface AlarmsDeps {
  readonly clock: Clock
  readonly emit: Emit
  /** What the other servers say of theirs. */
  readonly peers: () => readonly PeerMessage[]
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

export function createAlarms({ clock, emit, peers, log }: AlarmsDeps): Alarms {
  const raised = new Map<AlarmCode, Raised>()
  /** The codes that other servers had raised when that was last noted. */
  let noted: ReadonlySet<AlarmCode> = new Set()
  // A server of an older version says nothing of them.
  const others = () => peers().flatMap((word) => word.alarms ?? [])
  const own = (): readonly Alarm[] =>
    [...raised].map(([code, { since, count }]) => ({ code, since: new Date(since).toISOString(), count }))

  function clear(code: AlarmCode): void {
    if (!raised.delete(code)) return
    emit({ type: 'alarm-cleared', code })
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
      emit({ type: 'alarm-raised', code })
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
    notePeers() {
      const codes = new Set(others().map(({ code }) => code as AlarmCode)) // A server of this shop raised it.
      for (const code of codes.difference(noted)) emit({ type: 'alarm-raised', code })
      for (const code of noted.difference(codes)) emit({ type: 'alarm-cleared', code })
      noted = codes
    },
  }
}
