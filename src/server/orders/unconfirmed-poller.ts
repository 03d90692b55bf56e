import type { Clock } from '#contract/clock.ts'
import type { OrderId } from '#contract/vendor/item-id.ts'
import type { Cluster } from '#server/storage/cluster.ts'
import { VendorFailure } from '#server/vendor/vendor-failure.ts'
import { createSchedule } from './schedule.ts'
import type { Inbox } from './inbox.ts'
import type { OrderReading } from '#server/vendor/order-reading.ts'

export interface UnconfirmedPollerDeps {
  readonly inbox: Pick<Inbox, 'unconfirmedOrders' | 'find' | 'ingest' | 'noteReading'>
  readonly servers: Pick<Cluster, 'isPolling'>
  readonly clock: Pick<Clock, 'now' | 'steady'>
  /** `isFirstRead`: the first request for a new order. @throws {VendorFailure} */
  readonly read: (orderId: OrderId, isFirstRead: boolean) => Promise<OrderReading>
  readonly noteFailure: (error: unknown) => void
  readonly jittered: (ms: number) => number
  readonly pollsAtOnce: number
  /** Called when another request may be due. */
  readonly wake: () => void
}

/** A poll of one id, since its latest mention. */
interface Poll {
  /** When it was mentioned, as stored. */
  readonly mentionedAt: number
  /** On the steady clock. */
  readonly since: number
  tries: number
  /** Total pause between the tries; unlike clock time, unaffected if the clock is set ahead. */
  waitedMs: number
}

/** The result of a request: the vendor showed the order, does not know it, or gave no conclusive answer. */
type Answer = 'shown' | 'unknown' | 'nothing'

/** Pauses for an id that the vendor does not know yet: a notification may outrun the service. */
export const soonMs = [1000, 2000, 4000]

/** A pause of a tenth of the elapsed time, for orders that nobody waits for. */
export const rarerPause = (leastMs: number, sinceMs: number): number => Math.max(leastMs, sinceMs / 10)

const leastPauseMs = 30_000
/** A pause as long as the elapsed time, for ids that may not be orders. */
const unknownPause = (sinceMs: number): number => Math.max(15_000, sinceMs)

const minute = 60_000
/** unspecified: how soon a mentioned order can be read. */
const unknownForMs = 60 * minute
/** An id is dropped after this time in any case. */
export const unconfirmedKeptMs = 24 * 60 * minute

/**
 * Polls unconfirmed ids. An order is stored once the vendor shows it; an id that the vendor never knows is dropped. Few
 * requests run at once, because polling of open orders shares the budget. The ids are in the store, so that the server
 * that takes over polling continues.
 */
export function createUnconfirmedPoller(deps: UnconfirmedPollerDeps) {
  const { inbox, servers, clock, read, noteFailure, jittered, pollsAtOnce, wake } = deps
  const unconfirmedOrders = new Map<OrderId, Poll>()
  const schedule = createSchedule<OrderId>()
  const requesting = new Set<OrderId>()

  function noteUnconfirmed(now: number): void {
    for (const { orderId, mentionedAt } of inbox.unconfirmedOrders.take()) {
      // Already polled: the store lists all saved ids, not only new ones.
      if (unconfirmedOrders.get(orderId)?.mentionedAt === mentionedAt) continue
      unconfirmedOrders.set(orderId, { mentionedAt, since: now, tries: 0, waitedMs: 0 })
      if (!requesting.has(orderId)) schedule.set(orderId, now)
    }
  }

  async function request(orderId: OrderId, poll: Poll): Promise<void> {
    requesting.add(orderId)
    let answer: Answer = 'nothing'
    try {
      answer = await lookUp(orderId, poll)
      if (isOver(poll, answer)) await drop(orderId, poll)
    } catch (error) {
      noteFailure(error)
    } finally {
      requesting.delete(orderId)
      scheduleNext(orderId, poll, answer)
      wake()
    }
  }

  /** Requests the order and stores it if the vendor shows it. */
  async function lookUp(orderId: OrderId, { since, tries }: Poll): Promise<Answer> {
    try {
      const isFirstRead = tries === 0 && !(await inbox.find(orderId))
      const found = await read(orderId, isFirstRead)
      // A known order needs no notification.
      if (!(await inbox.find(orderId)))
        await inbox.ingest([{ orderId, toldId: null, itemIds: [], source: 'webhook', receivedAt: clock.now() }])
      await inbox.noteReading(found)
      // A reading requested before the mention may be outdated.
      return found.turn >= since ? 'shown' : 'nothing'
    } catch (error) {
      noteFailure(error)
      return error instanceof VendorFailure && error.reason === 'not-found' ? 'unknown' : 'nothing'
    }
  }

  const isOver = ({ waitedMs }: Poll, answer: Answer): boolean =>
    answer === 'shown' || waitedMs >= (answer === 'unknown' ? unknownForMs : unconfirmedKeptMs)

  async function drop(orderId: OrderId, poll: Poll): Promise<void> {
    await inbox.unconfirmedOrders.drop({ orderId, mentionedAt: poll.mentionedAt })
    if (unconfirmedOrders.get(orderId) === poll) unconfirmedOrders.delete(orderId)
  }

  function scheduleNext(orderId: OrderId, poll: Poll, answer: Answer): void {
    const left = unconfirmedOrders.get(orderId)
    if (!left) return
    const now = clock.steady()
    // Mentioned again meanwhile.
    if (left !== poll) return schedule.set(orderId, now)
    const { tries, waitedMs } = poll
    const pause = answer === 'unknown' ? unknownPause(waitedMs) : rarerPause(leastPauseMs, waitedMs)
    const waitMs = jittered(soonMs[tries] ?? pause)
    schedule.set(orderId, now + waitMs)
    poll.tries += 1
    poll.waitedMs += waitMs
  }

  /** Stops polling, because another server does it. */
  function stop(): void {
    for (const orderId of unconfirmedOrders.keys()) schedule.delete(orderId)
    unconfirmedOrders.clear()
  }

  /** Starts all due requests. @returns milliseconds until the next is due */
  return function pollDue(now: number): number {
    noteUnconfirmed(now)
    if (!servers.isPolling()) stop()
    for (const orderId of schedule.take(now, pollsAtOnce - requesting.size)) {
      const poll = unconfirmedOrders.get(orderId)
      if (poll) void request(orderId, poll)
    }
    // Each request calls `wake` when it ends.
    return requesting.size < pollsAtOnce
      ? (schedule.next() ?? Number.POSITIVE_INFINITY) - now
      : Number.POSITIVE_INFINITY
  }
}
