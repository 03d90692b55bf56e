import type { Clock } from '#contract/clock.ts'
import type { OrderId } from '#contract/vendor/item-id.ts'
import type { Emit } from '#server/events/bus.ts'
import type { Look } from '#server/orders/last-look.ts'
import type { Cluster } from '#server/storage/cluster.ts'
import type { ActionStore, LogEntry } from '#server/storage/store.ts'
import { createTurns, sharedTurn } from '#server/runtime/turns.ts'
import { actionLimitMs, settlingMs } from '#server/vendor/timeouts.ts'
import { createCompletedAttempts } from './completed-attempts.ts'
import {
  isReconciled,
  type AtTheVendor,
  type CompletedAttempt,
  type FailedAttempt,
  type StoredAttempt,
  type OpenAttempt,
  type SentAttempt,
  type Tap,
  type SavedFailure,
  type UnknownAttempt,
} from '#domain/action-attempt.ts'

interface JournalDeps {
  readonly store: ActionStore
  readonly clock: Clock
  readonly servers: Pick<Cluster, 'id' | 'isGone' | 'isWatching'>
  /** The latest version of the store that this server knows. */
  readonly version: () => number
  readonly emit: Emit
  /** The store did not take something that the journal will hand it again. @throws what is no failure of the store */
  readonly onStoreFailure: (error: unknown) => void
}

/** The state of every tap, in memory and on disk alike: as long as a server lives, nobody else changes a tap of its. */
export interface ActionJournal {
  /** Takes up what is nobody's any more; the server that watches also what others left. @returns what is to be read. @throws {StoreUnavailable} */
  takeUpLeft(): Promise<readonly UnknownAttempt[]>
  /** @throws {StoreUnavailable} */
  find(key: string): Promise<Tap | undefined>
  /** Whether this server has a tap, and need not ask the store for it. */
  holds(key: string): boolean
  /** A tap of this server as it is by now. */
  latest(tap: Tap): Tap
  /** A tap as soon as it is settled, or taken up by this server, or the time is up: another server is at it. */
  follow(tap: StoredAttempt, deadline: number): Promise<Tap>
  /** The tap that has this order at the moment. */
  inFlight(orderId: OrderId): Tap | undefined
  /** The tap of an order of which nobody knows whether it was done. */
  unknown(orderId: OrderId): UnknownAttempt | undefined
  /** Makes `lastDone` know what the store knows. @throws {StoreUnavailable} */
  recallDone(orderId: OrderId): Promise<void>
  /** The latest tap that is known to have been done to this order. */
  lastDone(orderId: OrderId): CompletedAttempt | undefined
  /** Whether a look at an order may be older than what another server did to it. */
  isFromBefore(look: Look, orderId: OrderId): boolean

  /** A new tap takes its order. */
  open(tap: OpenAttempt): void
  /** The order is free for the next tap. */
  release(tap: Tap): void
  /** Nothing was sent and nothing written: the key may come again. */
  drop(tap: OpenAttempt): void
  /**
   * The intent, on disk before anything is sent.
   * @returns the tap as sent; or one that another server has under way, or had. @throws {StoreUnavailable}
   */
  send(
    tap: OpenAttempt,
    intent: Pick<AtTheVendor, 'sent' | 'before'>,
  ): Promise<{ readonly sent: SentAttempt } | { readonly inTheWay: Tap }>
  /** The vendor said yes. */
  grant(tap: SentAttempt): Promise<void>
  // What became of a tap; each resolves with the tap as it is then: what another server found out first stands.
  lose(
    tap: SentAttempt | UnknownAttempt,
    lost: Pick<AtTheVendor, 'isGranted' | 'posts'>,
    entry: LogEntry,
  ): Promise<StoredAttempt>
  finish(tap: SentAttempt | UnknownAttempt, statusKey: string | null, entry: LogEntry): Promise<StoredAttempt>
  fail(tap: OpenAttempt | SentAttempt | UnknownAttempt, failure: SavedFailure, entry?: LogEntry): Promise<StoredAttempt>
  /** Hands the store what it did not take. A store that cannot take it is no error: it is handed over again later. */
  flush(): Promise<void>
}

/** What the store has not taken yet. */
interface Unsaved {
  readonly tap: StoredAttempt
  /** Hands it over. @returns nothing; or what stands in the store in its place. */
  readonly save: () => Promise<StoredAttempt | undefined>
  stands?: StoredAttempt | undefined
}

const attemptsKept = 2000
/** How often it is looked whether another server has settled a tap. */
const followEveryMs = 500

export function createActionJournal({ clock, servers, version, onStoreFailure, ...deps }: JournalDeps): ActionJournal {
  const store = withEvents(deps.store, deps.emit)
  // The latest taps; older ones are in the store.
  const taps = new Map<string, Tap>()
  const busy = new Map<OrderId, string>()
  const unknown = new Map<OrderId, UnknownAttempt>()
  const done = createCompletedAttempts(store)
  const unsaved: Unsaved[] = []
  const inTurn = createTurns(1)

  function hold<T extends Tap>(tap: T): T {
    taps.delete(tap.key)
    taps.set(tap.key, tap)
    if (tap.state === 'unknown') unknown.set(tap.orderId, tap)
    else if (unknown.get(tap.orderId)?.key === tap.key) unknown.delete(tap.orderId)
    for (const each of taps.values()) {
      if (taps.size <= attemptsKept) break
      const isAtIt = busy.get(each.orderId) === each.key
      if (isReconciled(each) || (each.state === 'open' && !isAtIt)) taps.delete(each.key)
    }
    return tap
  }

  /** Hands over what waits, in the order in which it happened. @throws {StoreUnavailable} */
  async function save(): Promise<void> {
    for (let [next] = unsaved; next; [next] = unsaved) {
      next.stands = await next.save()
      unsaved.shift()
      if (next.stands?.state === 'done') done.noteKept(next.stands)
      if (next.stands && isReconciled(next.stands)) hold(next.stands)
      else if (next.stands) taps.delete(next.tap.key)
    }
  }

  // Of a store that stands still each who came would else wait anew.
  // What happened is so, whether or not the store takes it: it is handed over again later.
  const flush = sharedTurn(inTurn, () => save().catch(onStoreFailure))

  /** @returns the tap as it is then: what another server found out first, or sent meanwhile, stands. */
  async function keep(tap: StoredAttempt, save: Unsaved['save']): Promise<StoredAttempt> {
    const one: Unsaved = { tap: hold(tap), save }
    if (tap.state === 'done') done.noteOwn(tap)
    unsaved.push(one)
    await flush()
    return one.stands ?? tap
  }

  const write = (tap: StoredAttempt, entry?: LogEntry) => keep(tap, () => store.writeAttempt(tap, entry))

  /** What was sent by a server that is gone; how often, nobody knows. It may still be at work at the vendor. */
  function takeUp(tap: SentAttempt | UnknownAttempt): UnknownAttempt {
    const posts = tap.state === 'sent' ? null : tap.posts
    const wasNotSent = tap.server === servers.id
    const atWorkMs = wasNotSent || tap.isGranted ? 0 : mayTakeMs(tap, clock.now())
    const readableFrom = clock.steady() + atWorkMs + settlingMs
    return hold({ ...tap, state: 'unknown', posts, readableFrom, isRecovered: true })
  }

  /**
   * Whether nobody is at a tap of the store that this server does not hold. One of its own it never knew to be written:
   * word of that was lost, and it was not sent.
   */
  const isLeft = (server: string | undefined): boolean => server === servers.id || servers.isGone(server)

  /** A tap out of the store; one that nobody is at any more is taken up. */
  function recall(tap: StoredAttempt): Tap {
    const known = taps.get(tap.key)
    if (known || isReconciled(tap)) return known ?? tap
    return isLeft(tap.server) ? takeUp(tap) : tap
  }

  async function follow(tap: StoredAttempt, deadline: number): Promise<Tap> {
    for (let latest: Tap = tap; ; latest = recall((await store.findAttempt(tap.key)) ?? tap)) {
      const isOver = isReconciled(latest) || taps.has(latest.key) || clock.steady() + followEveryMs > deadline
      if (isOver) return latest
      await clock.sleep(followEveryMs)
    }
  }

  return {
    async takeUpLeft() {
      const unreconciled = await store.unreconciledAttempts()
      const isOurs = ({ server }: AtTheVendor) => server === servers.id || (servers.isWatching() && isLeft(server))
      return unreconciled.filter((tap) => !taps.has(tap.key) && isOurs(tap)).map(takeUp)
    },
    async find(key) {
      const known = taps.get(key)
      const kept = known ? undefined : await store.findAttempt(key)
      return known ?? (kept && recall(kept))
    },
    holds: (key) => taps.has(key),
    latest: (tap) => taps.get(tap.key) ?? tap,
    follow,
    inFlight: (orderId) => taps.get(busy.get(orderId) ?? ''),
    unknown: (orderId) => unknown.get(orderId),
    recallDone: done.recall,
    lastDone: done.last,
    isFromBefore: done.isFromBefore,

    open(tap) {
      hold(tap)
      busy.set(tap.orderId, tap.key)
    },
    release(tap) {
      if (busy.get(tap.orderId) === tap.key) busy.delete(tap.orderId)
    },
    drop: (tap) => void taps.delete(tap.key),
    async send(tap, intent) {
      const by = { server: servers.id, sentAt: clock.now(), isGranted: false, posts: 1 }
      const sent: SentAttempt = { ...itself(tap), ...intent, ...by, state: 'sent' }
      const inTheWay = await inTurn(async () => {
        await save()
        return store.beginAttempt(sent)
      })
      if (!inTheWay) return { sent: hold(sent) }
      // Of the same key it is not the one that is open here.
      return { inTheWay: inTheWay.key === tap.key ? inTheWay : recall(inTheWay) }
    },
    grant: async (tap) => void (await write({ ...tap, isGranted: true })),
    lose: (tap, lost, entry) =>
      write({ ...tap, ...lost, state: 'unknown', readableFrom: clock.steady(), isRecovered: false }, entry),
    finish: (tap, statusKey, entry) =>
      write({ ...itself(tap), state: 'done', settledAt: clock.now(), statusKey, version: version() }, entry),
    fail(tap, failure, entry) {
      const failed: FailedAttempt = { ...itself(tap), state: 'failed', settledAt: clock.now(), failure }
      return tap.state === 'open' ? keep(failed, () => store.refuseAttempt(failed)) : write(failed, entry)
    },
    flush,
  }
}

/** The same store; what it wrote of an action is emitted once it is on disk. */
function withEvents(store: ActionStore, emit: Emit): ActionStore {
  function emitOutcome(attempt: StoredAttempt, entry?: LogEntry, isByPeer = false): void {
    if (attempt.state === 'unknown') emit({ type: 'action-unknown', attempt, entry })
    else if (isReconciled(attempt)) emit({ type: 'action-reconciled', attempt, entry, isByPeer })
  }
  return {
    ...store,
    async beginAttempt(attempt) {
      const inTheWay = await store.beginAttempt(attempt)
      if (!inTheWay) emit({ type: 'action-sent', attempt })
      return inTheWay
    },
    async writeAttempt(attempt, entry) {
      const byPeer = await store.writeAttempt(attempt, entry)
      emitOutcome(byPeer ?? attempt, entry, byPeer !== undefined)
      return byPeer
    },
    async refuseAttempt(attempt) {
      const other = await store.refuseAttempt(attempt)
      if (!other) emitOutcome(attempt)
      return other
    },
  }
}

/** For how long the vendor may still be at what was sent: as long as its server would have waited for the answer. */
const mayTakeMs = ({ sentAt }: AtTheVendor, now: number): number =>
  Math.min(Math.max(0, sentAt + actionLimitMs - now), actionLimitMs)

function itself({ key, action, orderId, by, digest, at }: Tap) {
  return { key, action, orderId, by, digest, at }
}
