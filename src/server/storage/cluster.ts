import type { Clock } from '#contract/clock.ts'
import { withoutShortJumps } from '#contract/clock-jumps.ts'
import { runForever } from '#server/runtime/run-forever.ts'
import { logBug, type Log } from '#server/runtime/bug.ts'
import { newId, type RandomBytes } from '#server/runtime/credentials.ts'
import type { Peer, PeerMessage, SharedStore, Store } from './store.ts'

interface ServersDeps {
  /** Left out where this is the only server. */
  readonly shared: SharedStore | undefined
  readonly randomBytes: RandomBytes
  readonly clock: Clock
  readonly log: Log
}

/** What this server does with what it hears from its neighbours. */
interface PeerCallbacks {
  /** What it tells them. */
  readonly say: () => PeerMessage
  /** A beat came through: the store works; `tookWatch`: and this server has the watch, which it had not before. */
  readonly onBeat: (tookWatch: boolean) => void
  /** Another server may have written an order; `isAfterGap`: words of it may have been missed. Called one at a time. */
  readonly onWord: (isAfterGap: boolean) => Promise<void>
  /** @throws what is no trouble of the store */
  readonly onStoreFailure: (error: unknown) => void
}

/** This server, and its neighbours: the other servers of the same shop on the same database. */
export interface Cluster {
  readonly id: string
  /**
   * Whether it is this server that reads open orders. One at a time does, but for a server that stood still: until it
   * beats again it may believe so for a moment, and only reads.
   */
  isWatching(): boolean
  /**
   * Whether it is this server that tells somebody outside when orders wait: the one that watches; and while the store is
   * out of reach, where nobody can watch, each of them, for twice told is better than not at all.
   */
  isTelling(): boolean
  /** Whether whatever a server began is nobody's any more. */
  isGone(id: string | undefined): boolean
  peers(): readonly PeerMessage[]
  /**
   * Beats, and hears, until the signal aborts; resolves after the first beat. From then on another server may watch, but
   * what this one has under way is its own until it leaves. @throws {StoreUnavailable}
   */
  open(hands: PeerCallbacks, closing: AbortSignal): Promise<void>
  /** Nothing is under way here any more; resolves when the neighbours know. Never rejects. */
  leave(): Promise<void>
}

/** A neighbour, and when it was last heard of by this server's steady clock. */
interface ParsedNotification extends Peer {
  readonly heardAt: number
}

const beatEveryMs = 2_000
/** The watch of a server that is gone is free after this; with a beat's pause it is taken within 10 s. */
const watchForMs = 6_000
/** Longer than a tap takes from its first word to its last: what a silent server had begun it does not go on with. */
const goneAfterMs = 40_000

export function createCluster({ shared, randomBytes, clock, log }: ServersDeps): Cluster {
  // Another one after each start: what an earlier one began is not this one's.
  const id = newId(randomBytes)
  if (!shared) return alone(id)
  let watchingUntil = Number.NEGATIVE_INFINITY
  let others: readonly ParsedNotification[] = []
  let askedAt = Number.NEGATIVE_INFINITY
  /** Cluster that were heard of and are not among the neighbours, and since when. */
  const strangers = new Map<string, number>()
  const leaving = new AbortController()
  let beating: Promise<void> | undefined

  /** The store's clock may be set: that a neighbour beat again is seen by ours. */
  function ingest(peer: Peer): ParsedNotification {
    const known = others.find((each) => each.id === peer.id)
    const now = clock.steady()
    if (!known) return { ...peer, heardAt: now - peer.silentMs }
    return { ...peer, heardAt: known.beatAt === peer.beatAt ? known.heardAt : now }
  }

  async function beat(store: SharedStore, hands: PeerCallbacks): Promise<void> {
    // What the store counts from its own now, we count from before we asked.
    const now = clock.steady()
    const { isWatching, peers } = await store.beat(id, hands.say(), watchForMs)
    // Of a slow beat the end counts: who looked at the watch meanwhile may have found it over, and gone to sleep.
    const wasWatching = clock.steady() < watchingUntil
    watchingUntil = isWatching ? now + watchForMs : Number.NEGATIVE_INFINITY
    askedAt = now
    others = peers.map(ingest)
    hands.onBeat(isWatching && !wasWatching)
  }

  async function beatOn(store: SharedStore, hands: PeerCallbacks, look: Ingest, closing: AbortSignal): Promise<void> {
    const loop = { clock, log, pauseMs: beatEveryMs }
    await clock.sleep(beatEveryMs, closing)
    await runForever({ ...loop, name: 'beat' }, closing, async () => {
      // Beneath the wake-ups, so that one which is lost costs no more than this.
      await beat(store, hands)
        .catch(hands.onStoreFailure)
        .finally(() => look(false))
      await clock.sleep(beatEveryMs, closing)
    })
    watchingUntil = Number.NEGATIVE_INFINITY
    // A neighbour may watch at once, but must not take up what is still under way here.
    await runForever({ ...loop, name: 'last beats' }, leaving.signal, async () => {
      await store.beat(id, hands.say(), 0).catch(() => undefined)
      await clock.sleep(beatEveryMs, leaving.signal)
    })
    await store.leave(id).catch(() => undefined)
  }

  const silentMs = ({ heardAt }: ParsedNotification): number => askedAt - heardAt

  const isWatching = () => clock.steady() < watchingUntil
  return {
    id,
    isWatching,
    isTelling: () => isWatching() || clock.steady() - askedAt > watchForMs + beatEveryMs,
    isGone(other) {
      if (other === undefined) return true
      const known = others.find((peer) => peer.id === other)
      if (other === id || known) return known !== undefined && silentMs(known) >= goneAfterMs
      // It may have begun after the last beat: the next one will know it.
      const heardOfAt = strangers.get(other) ?? clock.steady()
      strangers.set(other, heardOfAt)
      return heardOfAt < askedAt
    },
    peers: () => others.filter((other) => silentMs(other) < watchForMs).map(({ word }) => word),
    async open(hands, closing) {
      await beat(shared, hands)
      const look = oneAtATime(hands, log)
      shared.listen(look, closing)
      beating = beatOn(shared, hands, look, closing)
    },
    async leave() {
      leaving.abort()
      await beating
    },
  }
}

/** The clock by which what is kept in a store is dated: of several servers on one database, the database's, which may jump too. */
export const clockOf = ({ shared }: Pick<Store, 'shared'>, clock: Clock): Clock =>
  shared ? { ...clock, now: withoutShortJumps(shared.now, clock.steady) } : clock

type Ingest = (isAfterGap: boolean) => void

/** However many words come while one is being seen to, they are seen to together, afterwards. */
function oneAtATime({ onWord, onStoreFailure }: PeerCallbacks, log: Log): Ingest {
  let waiting: { isAfterGap: boolean } | undefined
  let isRunning = false
  /** A mistake may have left something out that no word will tell of again. */
  let isBehind = false

  async function see(isAfterGap: boolean): Promise<void> {
    try {
      await onWord(isAfterGap).catch(onStoreFailure)
    } catch (error) {
      isBehind = true
      logBug(log, 'word of neighbours', error)
    }
  }

  async function run(): Promise<void> {
    isRunning = true
    try {
      for (let word = waiting; word; word = waiting) {
        const isAfterGap = word.isAfterGap || isBehind
        waiting = undefined
        isBehind = false
        await see(isAfterGap)
      }
    } finally {
      isRunning = false
    }
  }

  return (isAfterGap) => {
    waiting = { isAfterGap: isAfterGap || (waiting?.isAfterGap ?? false) }
    if (!isRunning) void run()
  }
}

/** The only server: what is not its own was left by one that ended. */
const alone = (id: string): Cluster => ({
  id,
  isWatching: () => true,
  isTelling: () => true,
  isGone: (other) => other !== id,
  peers: () => [],
  open: async () => undefined,
  leave: async () => undefined,
})
