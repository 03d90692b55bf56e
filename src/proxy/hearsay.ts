import type { Clock } from '#contract/clock.ts'
import type { OrderId } from '#contract/vendor/order-id.ts'
import { createAgenda } from './agenda.ts'
import type { Inbox } from './inbox.ts'
import type { OrderReading } from './order-reader.ts'
import { VendorFailure } from './vendor.ts'

export interface HearsayParts {
  readonly inbox: Pick<Inbox, 'takeRumours' | 'find' | 'hear' | 'noteReading'>
  readonly clock: Pick<Clock, 'now' | 'steady'>
  /** @throws {VendorFailure} */
  readonly read: (orderId: OrderId) => Promise<OrderReading>
  readonly noteFailure: (error: unknown) => void
  readonly jittered: (ms: number) => number
  readonly asksAtOnce: number
  /** There may be something to ask for again. */
  readonly wake: () => void
}

interface Rumour {
  /** On the steady clock; the last time. */
  spokenAt: number
  tries: number
}

/** What the vendor does not know yet: the webhook outran the service. */
export const soonMs = [1000, 2000, 4000]

/** What nobody waits for is asked for ever more rarely: each time after a tenth of the time that has gone by. */
export const rarerPause = (leastMs: number, sinceMs: number): number => Math.max(leastMs, sinceMs / 10)

const leastPauseMs = 30_000

/**
 * Orders that were only spoken of: each is taken in when the vendor shows it, and let go when the vendor never knows it.
 * However many are spoken of, few are asked for at once: who reads the open orders shares one budget with this.
 */
export function createHearsay({ inbox, clock, read, noteFailure, jittered, asksAtOnce, wake }: HearsayParts) {
  const rumours = new Map<OrderId, Rumour>()
  const agenda = createAgenda<OrderId>()
  const asking = new Set<OrderId>()

  function noteRumours(now: number): void {
    for (const orderId of inbox.takeRumours()) {
      const rumour = rumours.get(orderId) ?? { spokenAt: now, tries: 0 }
      rumours.set(orderId, Object.assign(rumour, { spokenAt: now, tries: 0 }))
      if (!asking.has(orderId)) agenda.set(orderId, now)
    }
  }

  async function ask(orderId: OrderId, rumour: Rumour): Promise<void> {
    asking.add(orderId)
    const isSettled = await takeIn(orderId, rumour)
    asking.delete(orderId)
    if (isSettled) rumours.delete(orderId)
    else {
      const now = clock.steady()
      agenda.set(orderId, now + jittered(soonMs[rumour.tries] ?? rarerPause(leastPauseMs, now - rumour.spokenAt)))
      rumour.tries += 1
    }
    wake()
  }

  /** @returns whether there is nothing more to ask. */
  async function takeIn(orderId: OrderId, rumour: Rumour): Promise<boolean> {
    try {
      const found = await read(orderId)
      // Of one that is known there was word already.
      if (!(await inbox.find(orderId)))
        await inbox.hear([{ orderId, toldId: null, itemIds: [], source: 'webhook', receivedAt: clock.now() }])
      await inbox.noteReading(found)
      // What was asked for before it was spoken of says nothing of what came since.
      return found.turn >= rumour.spokenAt
    } catch (error) {
      noteFailure(error)
      const isUnknown = error instanceof VendorFailure && error.reason === 'not-found'
      return isUnknown && rumour.tries >= soonMs.length
    }
  }

  /** Asks for what is due. @returns how long nothing more will be. */
  return function askDue(now: number): number {
    noteRumours(now)
    for (const orderId of agenda.take(now, asksAtOnce - asking.size)) {
      const rumour = rumours.get(orderId)
      if (rumour) void ask(orderId, rumour)
    }
    // Whichever of them ends wakes us.
    return asking.size < asksAtOnce ? (agenda.next() ?? Number.POSITIVE_INFINITY) - now : Number.POSITIVE_INFINITY
  }
}
