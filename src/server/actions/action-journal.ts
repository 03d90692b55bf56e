import type { Clock } from '#contract/clock.ts'
import type { OrderId } from '#contract/vendor/item-id.ts'
import type { Emit } from '#server/events/bus.ts'
import type { Cluster } from '#server/storage/cluster.ts'
import type { ActionStore, LogEntry } from '#server/storage/store.ts'
import { createTurns, sharedTurn } from '#server/runtime/tasks.ts'
import { actionLimitMs, settlingMs } from '#server/vendor/vendor-transport.ts'
import { createCompletedAttempts, type LastDone } from './earlier-attempts.ts'
import {
  isReconciled,
  type SentToVendor,
  type FailedAttempt,
  type StoredAttempt,
  type OpenAttempt,
  type SentAttempt,
  type ActionAttempt,
  type SavedFailure,
  type UnknownAttempt,
} from '#domain/action-attempt.ts'

interface JournalDeps {
  readonly store: ActionStore
  readonly clock: Clock
  readonly servers: Pick<Cluster, 'id' | 'isGone' | 'isPolling'>
  /** The latest store version that this server knows. */
  readonly version: () => number
  readonly emit: Emit
  /** Called when a write failed that the journal will retry. @throws any error that is not a failure of the store */
  readonly onStoreFailure: (error: unknown) => void
}

/** The state of every attempt, in memory and in the store. While a server runs, only it changes its own attempts. */
export interface ActionJournal extends LastDone {
  /**
   * Takes over attempts that no server handles any more; those of stopped servers go to the server that polls.
   * @returns the attempts whose orders must be read @throws {StoreUnavailable}
   */
  takeOver(): Promise<readonly UnknownAttempt[]>
  /** @throws {StoreUnavailable} */
  find(key: string): Promise<ActionAttempt | undefined>
  /** Whether this server holds the attempt, so that the store need not be asked. */
  holds(key: string): boolean
  /** The current state of an attempt of this server. */
  latest(attempt: ActionAttempt): ActionAttempt
  /** Waits until the attempt is reconciled by another server or taken over here, or the deadline passes. */
  follow(attempt: StoredAttempt, deadline: number): Promise<ActionAttempt>
  /** The attempt that currently holds this order. */
  inFlight(orderId: OrderId): ActionAttempt | undefined
  /** The attempt on this order whose outcome is unknown. */
  unknown(orderId: OrderId): UnknownAttempt | undefined
  /** Updates `lastDone` from the store. @throws {StoreUnavailable} */
  recallDone(orderId: OrderId): Promise<void>

  /** Starts an attempt, which holds its order until `release`. */
  open(attempt: OpenAttempt): void
  /** Frees the order for the next attempt. */
  release(attempt: ActionAttempt): void
  /** Forgets an attempt of which nothing was sent or stored; its key may be used again. */
  drop(attempt: OpenAttempt): void
  /**
   * Stores the attempt before anything is sent.
   * @returns the attempt as sent, or the attempt of another server that blocks it @throws {StoreUnavailable}
   */
  send(
    attempt: OpenAttempt,
    intent: Pick<SentToVendor, 'sent' | 'before'>,
  ): Promise<{ readonly sent: SentAttempt } | { readonly inTheWay: ActionAttempt }>
  /** Records that the vendor confirmed the action. */
  grant(attempt: SentAttempt): Promise<void>
  // Each records an outcome and resolves with the resulting state: an outcome that another server found first stands.
  lose(
    attempt: SentAttempt | UnknownAttempt,
    lost: Pick<SentToVendor, 'isGranted' | 'posts'>,
    entry: LogEntry,
  ): Promise<StoredAttempt>
  finish(attempt: SentAttempt | UnknownAttempt, statusKey: string | null, entry: LogEntry): Promise<StoredAttempt>
  fail(
    attempt: OpenAttempt | SentAttempt | UnknownAttempt,
    failure: SavedFailure,
    entry?: LogEntry,
  ): Promise<StoredAttempt>
  /** Retries failed writes. Never rejects for a store that still fails. */
  flush(): Promise<void>
}

/** A write that the store has not accepted yet. */
interface Unsaved {
  readonly attempt: StoredAttempt
  /** Writes it. @returns nothing, or the state in the store that stands instead */
  readonly save: () => Promise<StoredAttempt | undefined>
  stands?: StoredAttempt | undefined
}

const attemptsHeld = 2000
/** Interval for checking whether another server has reconciled an attempt. */
const followEveryMs = 500

export function createActionJournal({ clock, servers, version, onStoreFailure, ...deps }: JournalDeps): ActionJournal {
  const store = withEvents(deps.store, deps.emit)
  // The latest attempts; older ones are only in the store.
  const attempts = new Map<string, ActionAttempt>()
  const busy = new Map<OrderId, string>()
  const unknown = new Map<OrderId, UnknownAttempt>()
  const done = createCompletedAttempts(store)
  const unsaved: Unsaved[] = []
  const inTurn = createTurns(1)

  function hold<T extends ActionAttempt>(attempt: T): T {
    attempts.delete(attempt.key)
    attempts.set(attempt.key, attempt)
    if (attempt.state === 'unknown') unknown.set(attempt.orderId, attempt)
    else if (unknown.get(attempt.orderId)?.key === attempt.key) unknown.delete(attempt.orderId)
    for (const each of attempts.values()) {
      if (attempts.size <= attemptsHeld) break
      const isAtIt = busy.get(each.orderId) === each.key
      if (isReconciled(each) || (each.state === 'open' && !isAtIt)) attempts.delete(each.key)
    }
    return attempt
  }

  /** Performs pending writes in order. @throws {StoreUnavailable} */
  async function save(): Promise<void> {
    for (let [next] = unsaved; next; [next] = unsaved) {
      next.stands = await next.save()
      unsaved.shift()
      if (next.stands?.state === 'done') done.noteStored(next.stands)
      if (next.stands && isReconciled(next.stands)) hold(next.stands)
      else if (next.stands) attempts.delete(next.attempt.key)
    }
  }

  // Shared, or every caller would wait anew for a stalled store. Failed writes are retried later: the outcome is a fact
  // either way.
  const flush = sharedTurn(inTurn, () => save().catch(onStoreFailure))

  /** @returns the resulting state: an outcome or a send by another server stands */
  async function persist(attempt: StoredAttempt, save: Unsaved['save']): Promise<StoredAttempt> {
    const one: Unsaved = { attempt: hold(attempt), save }
    if (attempt.state === 'done') done.noteOwn(attempt)
    unsaved.push(one)
    await flush()
    return one.stands ?? attempt
  }

  const write = (attempt: StoredAttempt, entry?: LogEntry) => persist(attempt, () => store.writeAttempt(attempt, entry))

  /** Takes over an attempt of a stopped server, which the vendor may still be processing. */
  function takeOverOne(attempt: SentAttempt | UnknownAttempt): UnknownAttempt {
    const posts = attempt.state === 'sent' ? null : attempt.posts
    const wasNotSent = attempt.server === servers.id
    const atWorkMs = wasNotSent || attempt.isGranted ? 0 : mayTakeMs(attempt, clock.now())
    const readableFrom = clock.steady() + atWorkMs + settlingMs
    return hold({ ...attempt, state: 'unknown', posts, readableFrom, isRecovered: true })
  }

  /**
   * Whether no server handles a stored attempt that this server does not hold. An attempt under its own id that it does
   * not hold was never sent: the confirmation of the write was lost.
   */
  const isLeft = (server: string | undefined): boolean => server === servers.id || servers.isGone(server)

  /** Returns a stored attempt; takes it over if no server handles it. */
  function recall(attempt: StoredAttempt): ActionAttempt {
    const known = attempts.get(attempt.key)
    if (known || isReconciled(attempt)) return known ?? attempt
    return isLeft(attempt.server) ? takeOverOne(attempt) : attempt
  }

  async function follow(attempt: StoredAttempt, deadline: number): Promise<ActionAttempt> {
    for (let latest: ActionAttempt = attempt; ; latest = recall((await store.findAttempt(attempt.key)) ?? attempt)) {
      const isOver = isReconciled(latest) || attempts.has(latest.key) || clock.steady() + followEveryMs > deadline
      if (isOver) return latest
      await clock.sleep(followEveryMs)
    }
  }

  return {
    async takeOver() {
      const unreconciled = await store.unreconciledAttempts()
      const isOurs = ({ server }: SentToVendor) => server === servers.id || (servers.isPolling() && isLeft(server))
      return unreconciled.filter((attempt) => !attempts.has(attempt.key) && isOurs(attempt)).map(takeOverOne)
    },
    async find(key) {
      const known = attempts.get(key)
      const stored = known ? undefined : await store.findAttempt(key)
      return known ?? (stored && recall(stored))
    },
    holds: (key) => attempts.has(key),
    latest: (attempt) => attempts.get(attempt.key) ?? attempt,
    follow,
    inFlight: (orderId) => attempts.get(busy.get(orderId) ?? ''),
    unknown: (orderId) => unknown.get(orderId),
    recallDone: done.recall,
    lastDone: done.last,
    isFromBefore: done.isFromBefore,

    open(attempt) {
      hold(attempt)
      busy.set(attempt.orderId, attempt.key)
    },
    release(attempt) {
      if (busy.get(attempt.orderId) === attempt.key) busy.delete(attempt.orderId)
    },
    drop: (attempt) => void attempts.delete(attempt.key),
    async send(attempt, intent) {
      const by = { server: servers.id, sentAt: clock.now(), isGranted: false, posts: 1 }
      const sent: SentAttempt = { ...baseOf(attempt), ...intent, ...by, state: 'sent' }
      const inTheWay = await inTurn(async () => {
        await save()
        return store.beginAttempt(sent)
      })
      if (!inTheWay) return { sent: hold(sent) }
      // An attempt with the same key differs from the one open here.
      return { inTheWay: inTheWay.key === attempt.key ? inTheWay : recall(inTheWay) }
    },
    grant: async (attempt) => void (await write({ ...attempt, isGranted: true })),
    lose: (attempt, lost, entry) =>
      write({ ...attempt, ...lost, state: 'unknown', readableFrom: clock.steady(), isRecovered: false }, entry),
    finish: (attempt, statusKey, entry) =>
      write({ ...baseOf(attempt), state: 'done', settledAt: clock.now(), statusKey, version: version() }, entry),
    fail(attempt, failure, entry) {
      const failed: FailedAttempt = { ...baseOf(attempt), state: 'failed', settledAt: clock.now(), failure }
      return attempt.state === 'open' ? persist(failed, () => store.refuseAttempt(failed)) : write(failed, entry)
    },
    flush,
  }
}

/** Wraps the store so that each action event is emitted once it is stored. */
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

/** How long the vendor may still be processing a request, in milliseconds: at most the action's time limit. */
const mayTakeMs = ({ sentAt }: SentToVendor, now: number): number =>
  Math.min(Math.max(0, sentAt + actionLimitMs - now), actionLimitMs)

function baseOf({ key, action, orderId, by, digest, at }: ActionAttempt) {
  return { key, action, orderId, by, digest, at }
}
