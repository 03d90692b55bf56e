import { presenceLostMs, type TabletState } from '#contract/desk/presence.ts'
import type { Clock } from '#contract/clock.ts'
import { isRecord } from '#contract/json.ts'
import type { ServerWord, TabletBeat } from './store.ts'

export interface PresenceParts {
  readonly clock: Clock
  /** How many feeds are open: of one tablet, or of all. */
  readonly streams: (tablet?: string) => number
  /** What the other servers say of theirs. */
  readonly neighbours: () => readonly ServerWord[]
}

interface TabletPresence extends TabletBeat {
  readonly isThere: boolean
}

export interface Presence {
  beat(tablet: string, what: TabletState): void
  /** Whether any tablet would show, and ring for, an order that came now. */
  isAnybodyThere(): boolean
  /** The tablets that beat within the last day, at whichever server. */
  list(): readonly TabletPresence[]
  /** What those that are there say of themselves. */
  states(): ReadonlyMap<string, TabletState>
  /** What this server tells of its own. */
  say(): Omit<ServerWord, 'alarms'>
}

const forgottenAfterMs = 24 * 60 * 60 * 1000

/**
 * Which tablets are there: by a beat within 75 s, or by a live feed. The feed of a tablet that used to beat and no longer
 * does is not alive: a tablet that vanished leaves its connection open for a quarter of an hour.
 */
export function createPresence({ clock, streams, neighbours }: PresenceParts): Presence {
  const beats = new Map<string, { readonly at: number; readonly what: TabletState }>()
  const isFresh = ({ at }: { readonly at: number }) => clock.steady() - at < presenceLostMs

  function forgetOld(): void {
    for (const [tablet, { at }] of beats) if (clock.steady() - at > forgottenAfterMs) beats.delete(tablet)
  }

  function isAnybodyHere(): boolean {
    if ([...beats.values()].some(isFresh)) return true
    const ofBeating = [...beats.keys()].reduce((sum, tablet) => sum + streams(tablet), 0)
    return streams() > ofBeating
  }

  function own(): readonly TabletBeat[] {
    forgetOld()
    return [...beats].map(([tablet, { at, what }]) => ({ tablet, agoMs: clock.steady() - at, ...what }))
  }

  function list(): readonly TabletPresence[] {
    const latest = new Map<string, TabletBeat>()
    for (const beat of [...own(), ...neighbours().flatMap(({ tablets }) => tablets)]) {
      const known = latest.get(beat.tablet)
      if (!known || beat.agoMs < known.agoMs) latest.set(beat.tablet, beat)
    }
    return [...latest.values()].map((beat) => ({ ...beat, isThere: beat.agoMs < presenceLostMs }))
  }

  return {
    beat(tablet, what) {
      forgetOld()
      beats.set(tablet, { at: clock.steady(), what })
    },
    isAnybodyThere: () => isAnybodyHere() || neighbours().some((neighbour) => neighbour.isAnybodyThere),
    list,
    states() {
      const there = list().filter(({ isThere }) => isThere)
      return new Map(there.map(({ tablet, agoMs: _agoMs, isThere: _isThere, ...state }) => [tablet, state]))
    },
    say: () => ({ isAnybodyThere: isAnybodyHere(), tablets: own() }),
  }
}

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
