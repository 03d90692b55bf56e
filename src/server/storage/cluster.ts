import type { Clock } from '#contract/clock.ts'
import { withoutShortJumps } from '#contract/system-clock.ts'
import { runForever } from '#server/runtime/tasks.ts'
import { logBug, type Log } from '#server/runtime/bug.ts'
import { newId, type RandomBytes } from '#server/runtime/credentials.ts'
import type { Peer, PeerMessage, SharedStore, Store } from './store.ts'

interface ServersDeps {
  /** Undefined if this is the only server. */
  readonly shared: SharedStore | undefined
  readonly randomBytes: RandomBytes
  readonly clock: Clock
  readonly log: Log
}

/** What this server does with messages of its peers. */
interface PeerCallbacks {
  /** The message to the peers. */
  readonly report: () => PeerMessage
  /** A beat succeeded, so the store works. `tookWatch`: with it this server became the one that polls. */
  readonly onBeat: (tookWatch: boolean) => void
  /**
   * Another server may have written an order; `isAfterGap`: notifications may have been missed. Called one at a time.
   */
  readonly onPeerChange: (isAfterGap: boolean) => Promise<void>
  /** @throws errors that are not from the store */
  readonly onStoreFailure: (error: unknown) => void
}

/** This server and its peers: the other servers of the same shop on the same database. */
export interface Cluster {
  readonly id: string
  /**
   * Whether this server polls open orders. One at a time does; a server that was suspended may believe so until its
   * next beat, and only reads.
   */
  isPolling(): boolean
  /**
   * Whether this server sends alerts: the one that polls; or, while the store is unreachable and nobody can poll, every
   * server, because a duplicate is better than none.
   */
  sendsAlerts(): boolean
  /** Whether a server has ended, so that nobody owns what it began. */
  isGone(id: string | undefined): boolean
  peers(): readonly PeerMessage[]
  /**
   * Beats and listens until the signal aborts; resolves after the first beat. After the abort another server may poll,
   * but attempts under way here stay this server's until it leaves.
   * @throws {StoreUnavailable}
   */
  open(callbacks: PeerCallbacks, closing: AbortSignal): Promise<void>
  /** Announces that nothing is under way here any more; resolves when the peers know. Never rejects. */
  leave(): Promise<void>
}

/** A peer, and when it was last seen on this server's steady clock. */
interface KnownPeer extends Peer {
  readonly seenAt: number
}

const beatEveryMs = 2_000
/**
 * The polling role of a server that is gone is free after this; with the pause between beats another takes it within 10
 * s.
 */
const pollForMs = 6_000
/** Longer than an attempt can take: a silent server does not continue what it began. */
const goneAfterMs = 40_000

export function createCluster({ shared, randomBytes, clock, log }: ServersDeps): Cluster {
  // A new id after each start: what an earlier process began is not this one's.
  const id = newId(randomBytes)
  if (!shared) return alone(id)
  let pollingUntil = Number.NEGATIVE_INFINITY
  let others: readonly KnownPeer[] = []
  let askedAt = Number.NEGATIVE_INFINITY
  /** Servers that were mentioned and are not among the peers, and since when. */
  const strangers = new Map<string, number>()
  const leaving = new AbortController()
  let beating: Promise<void> | undefined

  /** The store's clock may be set, so a peer's new beat is timed by our clock. */
  function seen(peer: Peer): KnownPeer {
    const known = others.find((each) => each.id === peer.id)
    const now = clock.steady()
    if (!known) return { ...peer, seenAt: now - peer.silentMs }
    return { ...peer, seenAt: known.beatAt === peer.beatAt ? known.seenAt : now }
  }

  async function beat(store: SharedStore, callbacks: PeerCallbacks): Promise<void> {
    // Spans that the store measured from its own now are counted from before the request.
    const now = clock.steady()
    const { isPolling, peers } = await store.beat(id, callbacks.report(), pollForMs)
    // For a slow beat its end counts: the role may have looked expired meanwhile, and its poller may have gone to
    // sleep.
    const wasPolling = clock.steady() < pollingUntil
    pollingUntil = isPolling ? now + pollForMs : Number.NEGATIVE_INFINITY
    askedAt = now
    others = peers.map(seen)
    callbacks.onBeat(isPolling && !wasPolling)
  }

  async function beatOn(
    store: SharedStore,
    callbacks: PeerCallbacks,
    onWakeUp: Ingest,
    closing: AbortSignal,
  ): Promise<void> {
    const loop = { clock, log, pauseMs: beatEveryMs }
    await clock.sleep(beatEveryMs, closing)
    await runForever({ ...loop, name: 'beat' }, closing, async () => {
      // Polls in addition to wake-ups, so that a lost one costs no more than this interval.
      await beat(store, callbacks)
        .catch(callbacks.onStoreFailure)
        .finally(() => onWakeUp(false))
      await clock.sleep(beatEveryMs, closing)
    })
    pollingUntil = Number.NEGATIVE_INFINITY
    // A peer may poll at once, but must not take over what is still under way here.
    await runForever({ ...loop, name: 'last beats' }, leaving.signal, async () => {
      await store.beat(id, callbacks.report(), 0).catch(() => undefined)
      await clock.sleep(beatEveryMs, leaving.signal)
    })
    await store.leave(id).catch(() => undefined)
  }

  const silentMs = ({ seenAt }: KnownPeer): number => askedAt - seenAt

  const isPolling = () => clock.steady() < pollingUntil
  return {
    id,
    isPolling,
    sendsAlerts: () => isPolling() || clock.steady() - askedAt > pollForMs + beatEveryMs,
    isGone(other) {
      if (other === undefined) return true
      const known = others.find((peer) => peer.id === other)
      if (other === id || known) return known !== undefined && silentMs(known) >= goneAfterMs
      // It may have started after the last beat; then the next one includes it.
      const mentionedAt = strangers.get(other) ?? clock.steady()
      strangers.set(other, mentionedAt)
      return mentionedAt < askedAt
    },
    peers: () => others.filter((other) => silentMs(other) < pollForMs).map(({ message }) => message),
    async open(callbacks, closing) {
      await beat(shared, callbacks)
      const onWakeUp = oneAtATime(callbacks, log)
      shared.listen(onWakeUp, closing)
      beating = beatOn(shared, callbacks, onWakeUp, closing)
    },
    async leave() {
      leaving.abort()
      await beating
    },
  }
}

/** The clock for stored timestamps: of several servers on one database, the database's, which may jump too. */
export const clockOf = ({ shared }: Pick<Store, 'shared'>, clock: Clock): Clock =>
  shared ? { ...clock, now: withoutShortJumps(shared.now, clock.steady) } : clock

type Ingest = (isAfterGap: boolean) => void

/** Notifications that come during a run share the next one. */
function oneAtATime({ onPeerChange: onWord, onStoreFailure }: PeerCallbacks, log: Log): Ingest {
  let waiting: { isAfterGap: boolean } | undefined
  let isRunning = false
  /** After a bug something may be missing that no later notification mentions. */
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
      for (let next = waiting; next; next = waiting) {
        const isAfterGap = next.isAfterGap || isBehind
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

/** A single server: everything that is not its own was left by one that ended. */
const alone = (id: string): Cluster => ({
  id,
  isPolling: () => true,
  sendsAlerts: () => true,
  isGone: (other) => other !== id,
  peers: () => [],
  open: async () => undefined,
  leave: async () => undefined,
})
