import { presenceLostMs, type TabletState } from '#contract/desk/presence.ts'
import type { Clock } from '#contract/clock.ts'
import { isRecord } from '#contract/json.ts'
import type { PeerMessage, TabletBeat } from '#server/storage/store.ts'

export interface PresenceDeps {
  readonly clock: Clock
  /** How many feeds are open: of one tablet, or of all. */
  readonly streams: (tablet?: string) => number
  /** What the other servers say of theirs. */
  readonly peers: () => readonly PeerMessage[]
}

interface TabletPresence extends TabletBeat {
  readonly isThere: boolean
}

export interface Presence {
  /** `tab` is one of the pages that are open on the tablet. */
  beat(tablet: string, what: TabletState, tab?: string): void
  /** Whether any tablet would show, and ring for, an order that came now. */
  isAnybodyThere(): boolean
  /** The tablets that beat within the last day, at whichever server. */
  list(): readonly TabletPresence[]
  /** What those that are there say of themselves. */
  states(): ReadonlyMap<string, TabletState>
  /** What this server tells of its own. */
  say(): Omit<PeerMessage, 'alarms'>
}

const forgottenAfterMs = 24 * 60 * 60 * 1000
/** More nobody opens; and what a tablet makes up must not fill the memory. */
const tabsAtMost = 8

interface Beat {
  readonly at: number
  readonly what: TabletState
}

/**
 * Which tablets are there: by a beat within 75 s, or by a live feed. The feed of a tablet that used to beat and no longer
 * does is not alive: a tablet that vanished leaves its connection open for a quarter of an hour.
 */
export function createPresence({ clock, streams, peers }: PresenceDeps): Presence {
  /** By tablet; of each the latest beat of every tab, the oldest first. */
  const beats = new Map<string, Map<string, Beat>>()
  const isFresh = ({ at }: Beat) => clock.steady() - at < presenceLostMs

  /** What the tablet does as a whole: it rings if one of its tabs does. Of those that are silent the last one counts. */
  function beatOf(tabs: ReadonlyMap<string, Beat>): Beat | undefined {
    const [latest, ...earlier] = [...tabs.values()].toReversed()
    if (!latest) return undefined
    const telling = [latest, ...earlier.filter(isFresh)]
    const [best = latest] = telling.filter(isFresh).toSorted((one, other) => ringsHow(other) - ringsHow(one))
    return { at: latest.at, what: { ...best.what, touched: telling.some(({ what }) => what.touched) } }
  }

  function forgetOld(): void {
    for (const [tablet, tabs] of beats) {
      for (const [tab, { at }] of tabs) if (clock.steady() - at > forgottenAfterMs) tabs.delete(tab)
      if (tabs.size === 0) beats.delete(tablet)
    }
  }

  function isAnybodyHere(): boolean {
    if ([...beats.values()].some((tabs) => [...tabs.values()].some(isFresh))) return true
    const ofBeating = [...beats.keys()].reduce((sum, tablet) => sum + streams(tablet), 0)
    return streams() > ofBeating
  }

  function own(): readonly TabletBeat[] {
    forgetOld()
    return [...beats].flatMap(([tablet, tabs]) => {
      const beat = beatOf(tabs)
      return beat ? [{ tablet, agoMs: clock.steady() - beat.at, ...beat.what }] : []
    })
  }

  function list(): readonly TabletPresence[] {
    const latest = new Map<string, TabletBeat>()
    for (const beat of [...own(), ...peers().flatMap(({ tablets }) => tablets)]) {
      const known = latest.get(beat.tablet)
      if (!known || beat.agoMs < known.agoMs) latest.set(beat.tablet, beat)
    }
    return [...latest.values()].map((beat) => ({ ...beat, isThere: beat.agoMs < presenceLostMs }))
  }

  return {
    beat(tablet, what, tab = '') {
      forgetOld()
      const tabs = beats.get(tablet) ?? new Map<string, Beat>()
      beats.set(tablet, tabs)
      tabs.delete(tab)
      tabs.set(tab, { at: clock.steady(), what })
      const [oldest = ''] = tabs.keys()
      if (tabs.size > tabsAtMost) tabs.delete(oldest)
    },
    isAnybodyThere: () => isAnybodyHere() || peers().some((peer) => peer.isAnybodyThere),
    list,
    states() {
      const there = list().filter(({ isThere }) => isThere)
      return new Map(there.map(({ tablet, agoMs: _agoMs, isThere: _isThere, ...state }) => [tablet, state]))
    },
    say: () => ({ isAnybodyThere: isAnybodyHere(), tablets: own() }),
  }
}

/** The more of what it takes for a ring to be heard at once, the higher. */
const ringsHow = ({ what: { armed, sound, feed, awake } }: Beat): number =>
  armed && sound ? 4 + (feed ? 2 : 0) + (awake ? 1 : 0) : Number(armed)

/** What a tablet says of itself; what it does not say clearly is not so. Whoever beats is there all the same. */
export function readBeat(body: unknown): TabletState {
  const is = (name: keyof TabletState): boolean => isRecord(body) && body[name] === true
  return {
    armed: is('armed'),
    sound: is('sound'),
    awake: is('awake'),
    feed: is('feed'),
    notifications: is('notifications'),
    touched: is('touched'),
  }
}

const tabLengthAtMost = 40

/** Which of its tabs says so; nothing where it does not say, or says too much. */
export function readTab(body: unknown): string | undefined {
  const tab = isRecord(body) ? body['tab'] : undefined
  return typeof tab === 'string' && tab.length <= tabLengthAtMost ? tab : undefined
}
