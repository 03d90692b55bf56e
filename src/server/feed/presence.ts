import { presenceLostMs, type TabletState } from '#contract/desk/session.ts'
import type { Clock } from '#contract/clock.ts'
import { isRecord } from '#contract/json.ts'
import type { PeerMessage, TabletBeat } from '#server/storage/store.ts'

export interface PresenceDeps {
  readonly clock: Clock
  /** Number of open feeds, of one tablet or of all. */
  readonly streams: (tablet?: string) => number
  /** The latest messages of the other servers. */
  readonly peers: () => readonly PeerMessage[]
}

interface TabletPresence extends TabletBeat {
  readonly isThere: boolean
}

export interface Presence {
  /** Records a beat; `tab` identifies a page on the tablet. */
  beat(tablet: string, what: TabletState, tab?: string): void
  /** Whether any tablet would show a new order and ring for it. */
  isAnybodyThere(): boolean
  /** Tablets with a beat within the last day, at any server. */
  list(): readonly TabletPresence[]
  /** The reported states of the tablets that are present. */
  states(): ReadonlyMap<string, TabletState>
  /** This server's part of the message to its peers. */
  report(): Pick<PeerMessage, 'isAnybodyThere' | 'tablets'>
}

const listedForMs = 24 * 60 * 60 * 1000
/** A bound on the memory that a tablet can fill. */
const tabsAtMost = 8

interface Beat {
  readonly at: number
  readonly what: TabletState
}

/**
 * Tracks which tablets are present: by a beat within 75 s, or by an open feed of a tablet that never beats. The feed of
 * a tablet that stopped beating does not count, because a lost connection stays open for up to a quarter of an hour.
 */
export function createPresence({ clock, streams, peers }: PresenceDeps): Presence {
  /** By tablet: the latest beat of each tab, the oldest first. */
  const beats = new Map<string, Map<string, Beat>>()
  const isFresh = ({ at }: Beat) => clock.steady() - at < presenceLostMs

  /** The state of the whole tablet: it rings if one of its tabs does. Of silent tabs the latest counts. */
  function beatOf(tabs: ReadonlyMap<string, Beat>): Beat | undefined {
    const [latest, ...earlier] = [...tabs.values()].toReversed()
    if (!latest) return undefined
    const current = [latest, ...earlier.filter(isFresh)]
    const [best = latest] = current.filter(isFresh).toSorted((one, other) => ringRank(other) - ringRank(one))
    return { at: latest.at, what: { ...best.what, touched: current.some(({ what }) => what.touched) } }
  }

  function forgetOld(): void {
    for (const [tablet, tabs] of beats) {
      for (const [tab, { at }] of tabs) if (clock.steady() - at > listedForMs) tabs.delete(tab)
      if (tabs.size === 0) beats.delete(tablet)
    }
  }

  function isAnybodyOnThisServer(): boolean {
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
    isAnybodyThere: () => isAnybodyOnThisServer() || peers().some((peer) => peer.isAnybodyThere),
    list,
    states() {
      const there = list().filter(({ isThere }) => isThere)
      return new Map(there.map(({ tablet, agoMs: _agoMs, isThere: _isThere, ...state }) => [tablet, state]))
    },
    report: () => ({ isAnybodyThere: isAnybodyOnThisServer(), tablets: own() }),
  }
}

/** Ranks how well a tab can ring at once. */
const ringRank = ({ what: { armed, sound, feed, awake } }: Beat): number =>
  armed && sound ? 4 + (feed ? 2 : 0) + (awake ? 1 : 0) : Number(armed)

/** Parses a beat; a missing or invalid field counts as false, because the tablet is present all the same. */
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

/** Parses the tab's id; nothing if it is missing or too long. */
export function readTab(body: unknown): string | undefined {
  const tab = isRecord(body) ? body['tab'] : undefined
  return typeof tab === 'string' && tab.length <= tabLengthAtMost ? tab : undefined
}
