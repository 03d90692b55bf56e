import { presenceLostMs, type TabletState } from '#contract/desk/session.ts'
import type { TabletRole } from '#contract/desk/tablet-role.ts'
import type { DeviceHere } from '#server/auth/devices.ts'
import type { Clock } from '#contract/clock.ts'
import { isRecord } from '#contract/json.ts'
import type { PeerMessage, TabletBeat } from '#server/storage/store.ts'

export interface PresenceDeps {
  readonly clock: Clock
  /** Number of open feeds of tablets of a role, of one tablet or of all. */
  readonly streamsOf: (role: TabletRole, tablet?: string) => number
  /** The latest messages of the other servers. */
  readonly peers: () => readonly PeerMessage[]
}

interface TabletPresence extends TabletBeat {
  readonly isThere: boolean
}

export interface Presence {
  /** Records a beat of a page on the tablet. */
  beat(tablet: Pick<DeviceHere, 'id' | 'role'>, what: TabletState, page?: TabletPage): void
  /** Forgets a tablet whose role has changed until it beats again. */
  forget(tablet: string): void
  /**
   * Whether any counter is there, which shows a new order and rings for it: no station and no display does, and no counter
   * that shows nothing but the display.
   */
  isAnybodyThere(): boolean
  /** Tablets with a beat within the last day, at any server. */
  list(): readonly TabletPresence[]
  /** The reported states of the tablets that are present: all of them, or those of a role. */
  states(role?: TabletRole): ReadonlyMap<string, TabletState>
  /** This server's part of the message to its peers. */
  report(): Pick<PeerMessage, 'isAnybodyThere' | 'tablets'>
}

const listedForMs = 24 * 60 * 60 * 1000
/** A bound on the memory that a tablet can fill. */
const tabsAtMost = 8

/** One of the pages of a tablet. */
export interface TabletPage {
  readonly tab?: string | undefined
  /** It shows the display, on which nobody learns of a new order. */
  readonly isDisplay?: boolean
}

interface BeatingTablet {
  readonly role: TabletRole
  /** The latest beat of each tab, the oldest first. */
  readonly tabs: Map<string, Beat>
}

interface Beat {
  readonly at: number
  readonly what: TabletState
  readonly isDisplay: boolean
}

/**
 * Tracks which tablets are present: by a beat within 75 s; a counter also by an open feed if it never beats. The feed of
 * a tablet that stopped beating does not count, because a lost connection stays open for up to a quarter of an hour.
 */
export function createPresence({ clock, streamsOf, peers }: PresenceDeps): Presence {
  const beats = new Map<string, BeatingTablet>()
  const isFresh = ({ at }: Beat) => clock.steady() - at < presenceLostMs

  /** The state of the whole tablet: it rings if one of its tabs does. Of silent tabs the latest counts. */
  function beatOf(tabs: ReadonlyMap<string, Beat>): Pick<Beat, 'at' | 'what'> | undefined {
    const [latest, ...earlier] = [...tabs.values()].toReversed()
    if (!latest) return undefined
    const current = [latest, ...earlier.filter(isFresh)]
    const [best = latest] = current.filter(isFresh).toSorted((one, other) => ringRank(other) - ringRank(one))
    return { at: latest.at, what: { ...best.what, touched: current.some(({ what }) => what.touched) } }
  }

  function forgetOld(): void {
    for (const [tablet, { tabs }] of beats) {
      for (const [tab, { at }] of tabs) if (clock.steady() - at > listedForMs) tabs.delete(tab)
      if (tabs.size === 0) beats.delete(tablet)
    }
  }

  function isAnybodyOnThisServer(): boolean {
    const counters = [...beats.values()].filter(({ role }) => role === 'counter')
    if (counters.some(({ tabs }) => [...tabs.values()].some((beat) => isFresh(beat) && !beat.isDisplay))) return true
    const ofBeating = [...beats.keys()].reduce((sum, tablet) => sum + streamsOf('counter', tablet), 0)
    return streamsOf('counter') > ofBeating
  }

  function own(): readonly TabletBeat[] {
    forgetOld()
    return [...beats].flatMap(([tablet, { role, tabs }]) => {
      const beat = beatOf(tabs)
      return beat ? [{ tablet, role, agoMs: clock.steady() - beat.at, ...beat.what }] : []
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
    beat({ id, role }, what, { tab = '', isDisplay = false } = {}) {
      forgetOld()
      const tabs = beats.get(id)?.tabs ?? new Map<string, Beat>()
      beats.set(id, { role, tabs })
      tabs.delete(tab)
      tabs.set(tab, { at: clock.steady(), what, isDisplay })
      const [oldest = ''] = tabs.keys()
      if (tabs.size > tabsAtMost) tabs.delete(oldest)
    },
    isAnybodyThere: () => isAnybodyOnThisServer() || peers().some((peer) => peer.isAnybodyThere),
    list,
    forget: (tablet) => void beats.delete(tablet),
    states(ofRole) {
      const there = list().filter(({ isThere, role = 'counter' }) => isThere && (ofRole ?? role) === role)
      return new Map(
        there.map(({ tablet, agoMs: _agoMs, isThere: _isThere, role: _role, ...state }) => [tablet, state]),
      )
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

/** Parses which page beats; no id if it is missing or too long. */
export function readPage(body: unknown): TabletPage {
  const { tab, is_display: isDisplay } = isRecord(body) ? body : {}
  const isTab = typeof tab === 'string' && tab.length <= tabLengthAtMost
  return { tab: isTab ? tab : undefined, isDisplay: isDisplay === true }
}
