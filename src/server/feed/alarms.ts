import type { AlarmCode } from '#domain/alarm.ts'
import type { Alarm } from '#contract/desk/inbox.ts'
import type { Clock } from '#contract/clock.ts'
import type { Log } from '#server/runtime/bug.ts'
import type { Emit } from '#server/events/bus.ts'
import type { PeerMessage } from '#server/storage/store.ts'

export interface Alarms {
  /** `about`: the names of what it concerns, such as printers. `silence`: of `orders_silent`. */
  raise(code: AlarmCode, about?: readonly string[], silence?: Alarm['silence']): void
  /** Ends an alarm whose cause is over. */
  clear(code: AlarmCode): void
  /** The alarms of this server. */
  own(): readonly Alarm[]
  /** The alarms of all servers, so that every tablet sees the same: each with its earliest start and total count. */
  current(): readonly Alarm[]
  /** Emits alarms that other servers raised or cleared since the last call. */
  notePeers(): void
}

interface AlarmsDeps {
  readonly clock: Clock
  readonly emit: Emit
  /** The latest messages of the other servers. */
  readonly peers: () => readonly PeerMessage[]
  /** Records the start and end of each alarm. */
  readonly log: Log
}

const aboutOf = (alarms: readonly Alarm[]) => {
  const about = [...new Set(alarms.flatMap((alarm) => alarm.about ?? []))]
  return about.length > 0 ? { about } : {}
}

/** Only the polling server looks for a silence. */
const silenceIn = (alarms: readonly Alarm[]) => {
  const silence = alarms.find((alarm) => alarm.silence)?.silence
  return silence ? { silence } : {}
}

const minute = 60 * 1000
const lifetimeMs = 30 * minute
/** Lifetimes of alarms that are raised once or checked rarely; a repair shows for a day, for the next shift. */
const lasting: Readonly<Partial<Record<AlarmCode, number>>> = {
  disk_low: Number.POSITIVE_INFINITY,
  copies_failing: Number.POSITIVE_INFINITY,
  clock_differs: Number.POSITIVE_INFINITY,
  webhook_off: Number.POSITIVE_INFINITY,
  store_damaged: 24 * 60 * minute,
}
const repeatEveryMs = 5 * minute

interface Raised {
  since: number
  latest: number
  emittedAt: number
  count: number
  about: readonly string[]
  silence: Alarm['silence']
}

export function createAlarms({ clock, emit, peers, log }: AlarmsDeps): Alarms {
  const raised = new Map<AlarmCode, Raised>()
  /** The codes of other servers at the last `notePeers`. */
  let noted: ReadonlySet<AlarmCode> = new Set()
  // Servers of older versions do not report alarms.
  const peerAlarms = () => peers().flatMap((message) => message.alarms ?? [])
  const own = (): readonly Alarm[] =>
    [...raised].map(([code, { since, count, about, silence }]) => ({
      code,
      since: new Date(since).toISOString(),
      count,
      ...(about.length > 0 && { about: [...about] }),
      ...(silence && { silence }),
    }))

  function clear(code: AlarmCode): void {
    if (!raised.delete(code)) return
    emit({ type: 'alarm-cleared', code })
    log('alarm_over', { code })
  }

  /** Clears an alarm that has not been raised again within its lifetime. */
  async function lapse(code: AlarmCode, alarm: Raised): Promise<void> {
    const lastsMs = lasting[code] ?? lifetimeMs
    if (!Number.isFinite(lastsMs)) return
    for (let leftMs = lastsMs; leftMs > 0; leftMs = alarm.latest + lastsMs - clock.steady()) await clock.sleep(leftMs)
    if (raised.get(code) === alarm) clear(code)
  }

  return {
    raise(code, about = [], silence?: Alarm['silence']) {
      const now = clock.steady()
      const known = raised.get(code)
      const emittedAt = Number.NEGATIVE_INFINITY
      const alarm: Raised = known ?? { since: clock.now(), latest: now, emittedAt, count: 0, about, silence }
      alarm.latest = now
      alarm.count += 1
      raised.set(code, alarm)
      if (!known) {
        log('alarm', { code }, 'warn')
        void lapse(code, alarm)
      }
      const isAboutSame = alarm.about.join('\n') === about.join('\n')
      alarm.about = about
      alarm.silence = silence
      if (isAboutSame && now - alarm.emittedAt < repeatEveryMs) return
      alarm.emittedAt = now
      emit({ type: 'alarm-raised', code })
    },
    clear,
    own,
    current() {
      const byCode = Map.groupBy([...own(), ...peerAlarms()], ({ code }) => code)
      return [...byCode].map(([code, all]) => ({
        code,
        since: all.map(({ since }) => since).reduce((one, other) => (one < other ? one : other)),
        count: all.reduce((sum, { count }) => sum + count, 0),
        ...aboutOf(all),
        ...silenceIn(all),
      }))
    },
    notePeers() {
      const codes = new Set(peerAlarms().map(({ code }) => code as AlarmCode)) // Raised by a server of this shop.
      for (const code of codes.difference(noted)) emit({ type: 'alarm-raised', code })
      for (const code of noted.difference(codes)) emit({ type: 'alarm-cleared', code })
      noted = codes
    },
  }
}
