import type { Clock } from '#contract/clock.ts'
import type { OrderId } from '#contract/vendor/item-id.ts'
import type { Cluster } from '#server/storage/cluster.ts'
import { VendorFailure } from '#server/vendor/vendor.ts'
import { createSchedule } from './schedule.ts'
import type { Inbox } from './inbox.ts'
import type { OrderReading } from '#server/vendor/order-reading.ts'

export interface UnconfirmedPollerDeps {
  readonly inbox: Pick<Inbox, 'unconfirmedOrders' | 'find' | 'ingest' | 'noteReading'>
  readonly servers: Pick<Cluster, 'isWatching'>
  readonly clock: Pick<Clock, 'now' | 'steady'>
  /** `isFirstRead`: the order is new, and was not asked for yet. @throws {VendorFailure} */
  readonly read: (orderId: OrderId, isFirstRead: boolean) => Promise<OrderReading>
  readonly noteFailure: (error: unknown) => void
  readonly jittered: (ms: number) => number
  readonly asksAtOnce: number
  /** There may be something to ask for again. */
  readonly wake: () => void
}

/** An order that is asked for, since it was spoken of the last time. */
interface Asked {
  /** As the store keeps it. */
  readonly spokenAt: number
  /** On the steady clock. */
  readonly since: number
  tries: number
  /** How long was waited between the tries: what a clock is set ahead makes nothing older. */
  waitedMs: number
}

/** What came of asking: the vendor showed the order as it is now, does not know it, or told nothing that settles it. */
type Answer = 'shown' | 'unknown' | 'nothing'

/** What the vendor does not know yet: the webhook outran the service. */
export const soonMs = [1000, 2000, 4000]

/** What nobody waits for is asked for ever more rarely: each time after a tenth of the time that has gone by. */
export const rarerPause = (leastMs: number, sinceMs: number): number => Math.max(leastMs, sinceMs / 10)

const leastPauseMs = 30_000
/** It may be no order at all: each time after as long as has gone by. */
const unknownPause = (sinceMs: number): number => Math.max(15_000, sinceMs)

const minute = 60_000
/** unspecified: how long before an order can be read the service may speak of it. */
const unknownForMs = 60 * minute
/** However the vendor is, it is let go then. */
export const unconfirmedKeptMs = 24 * 60 * minute

/**
 * Orders that were only spoken of: each is taken in when the vendor shows it, and let go when the vendor never knows it.
 * However many are spoken of, few are asked for at once: who reads the open orders shares one budget with this. They are
 * in the store, so that whoever takes the watch over goes on.
 */
export function createUnconfirmedPoller(parts: UnconfirmedPollerDeps) {
  const { inbox, servers, clock, read, noteFailure, jittered, asksAtOnce, wake } = parts
  const unconfirmedOrders = new Map<OrderId, Asked>()
  const schedule = createSchedule<OrderId>()
  const asking = new Set<OrderId>()

  function noteUnconfirmed(now: number): void {
    for (const { orderId, spokenAt } of inbox.unconfirmedOrders.take()) {
      // It is under way already: the store tells of what is kept, not of what is new.
      if (unconfirmedOrders.get(orderId)?.spokenAt === spokenAt) continue
      unconfirmedOrders.set(orderId, { spokenAt, since: now, tries: 0, waitedMs: 0 })
      if (!asking.has(orderId)) schedule.set(orderId, now)
    }
  }

  async function ask(orderId: OrderId, asked: Asked): Promise<void> {
    asking.add(orderId)
    let answer: Answer = 'nothing'
    try {
      answer = await lookUp(orderId, asked)
      if (isOver(asked, answer)) await letGo(orderId, asked)
    } catch (error) {
      noteFailure(error)
    } finally {
      asking.delete(orderId)
      askAgain(orderId, asked, answer)
      wake()
    }
  }

  /** Asks, and takes in what the vendor shows. */
  async function lookUp(orderId: OrderId, { since, tries }: Asked): Promise<Answer> {
    try {
      const isFirstRead = tries === 0 && !(await inbox.find(orderId))
      const found = await read(orderId, isFirstRead)
      // Of one that is known there was word already.
      if (!(await inbox.find(orderId)))
        await inbox.ingest([{ orderId, toldId: null, itemIds: [], source: 'webhook', receivedAt: clock.now() }])
      await inbox.noteReading(found)
      // What was asked for before it was spoken of says nothing of what came since.
      return found.turn >= since ? 'shown' : 'nothing'
    } catch (error) {
      noteFailure(error)
      return error instanceof VendorFailure && error.reason === 'not-found' ? 'unknown' : 'nothing'
    }
  }

  const isOver = ({ waitedMs }: Asked, answer: Answer): boolean =>
    answer === 'shown' || waitedMs >= (answer === 'unknown' ? unknownForMs : unconfirmedKeptMs)

  async function letGo(orderId: OrderId, asked: Asked): Promise<void> {
    await inbox.unconfirmedOrders.drop({ orderId, spokenAt: asked.spokenAt })
    if (unconfirmedOrders.get(orderId) === asked) unconfirmedOrders.delete(orderId)
  }

  function askAgain(orderId: OrderId, asked: Asked, answer: Answer): void {
    const left = unconfirmedOrders.get(orderId)
    if (!left) return
    const now = clock.steady()
    // It was spoken of again meanwhile.
    if (left !== asked) return schedule.set(orderId, now)
    const { tries, waitedMs } = asked
    const pause = answer === 'unknown' ? unknownPause(waitedMs) : rarerPause(leastPauseMs, waitedMs)
    const waitMs = jittered(soonMs[tries] ?? pause)
    schedule.set(orderId, now + waitMs)
    asked.tries += 1
    asked.waitedMs += waitMs
  }

  /** Another server asks for them. */
  function leave(): void {
    for (const orderId of unconfirmedOrders.keys()) schedule.delete(orderId)
    unconfirmedOrders.clear()
  }

  /** Asks for what is due. @returns how long nothing more will be. */
  return function askDue(now: number): number {
    noteUnconfirmed(now)
    if (!servers.isWatching()) leave()
    for (const orderId of schedule.take(now, asksAtOnce - asking.size)) {
      const asked = unconfirmedOrders.get(orderId)
      if (asked) void ask(orderId, asked)
    }
    // Whichever of them ends wakes us.
    return asking.size < asksAtOnce ? (schedule.next() ?? Number.POSITIVE_INFINITY) - now : Number.POSITIVE_INFINITY
  }
}
