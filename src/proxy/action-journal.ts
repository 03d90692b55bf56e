import type { Action } from '#contract/desk/action.ts'
import type { Clock } from '#contract/clock.ts'
import type { Who } from '#contract/desk/who.ts'
import type { OrderId } from '#contract/vendor/order-id.ts'
import type { Intent } from './attempt.ts'

/** One tap on one button. */
export interface Tap {
  readonly key: string
  readonly action: Action
  readonly orderId: OrderId
  /** Who tapped; nothing where the desk does not know. */
  readonly by: Who | null
  /** Of the body that came along: the codes of digital goods are kept nowhere. */
  readonly digest: string
  /** When it came, on our clock. */
  readonly at: number
  /** What the tablet is told; the same tap is told it again. */
  answer: Promise<Response>
  /** What was sent, without its body; there from the moment that it may have been. */
  intent?: Intent
  /** Sent, and not yet known whether it arrived. */
  isUnknown: boolean
  /** Known to have been done: since when, and with which status key of the order. */
  done?: { readonly at: number; readonly statusKey: string | undefined }
}

export interface ActionJournal {
  find(key: string): Tap | undefined
  add(tap: Tap): void
  /** The tap that this order still waits for. */
  inFlight(orderId: OrderId): Tap | undefined
  release(tap: Tap): void
  /** Takes down what became of a tap. */
  note(tap: Tap): void
  /** The latest tap that is known to have been done to this order. */
  lastDone(orderId: OrderId): Tap | undefined
  /** The latest tap of which nobody knows whether it was done. */
  unknown(orderId: OrderId): Tap | undefined
}

const keptForMs = 24 * 60 * 60 * 1000

/** The taps of the last day, in memory: a restart forgets them. */
export function createActionJournal(clock: Clock): ActionJournal {
  const taps = new Map<string, Tap>()
  const busy = new Map<OrderId, Tap>()
  const done = new Map<OrderId, Tap>()
  const unknown = new Map<OrderId, Tap>()

  function forgetOld() {
    for (const tap of taps.values()) {
      if (clock.now() - tap.at < keptForMs) return
      taps.delete(tap.key)
      for (const map of [done, unknown]) if (map.get(tap.orderId) === tap) map.delete(tap.orderId)
    }
  }

  return {
    find: (key) => taps.get(key),
    inFlight: (orderId) => busy.get(orderId),
    lastDone: (orderId) => done.get(orderId),
    unknown: (orderId) => unknown.get(orderId),
    add(tap) {
      forgetOld()
      taps.set(tap.key, tap)
      busy.set(tap.orderId, tap)
    },
    release(tap) {
      if (busy.get(tap.orderId) === tap) busy.delete(tap.orderId)
    },
    note(tap) {
      if (tap.done) done.set(tap.orderId, tap)
      if (tap.isUnknown) unknown.set(tap.orderId, tap)
      else if (unknown.get(tap.orderId) === tap) unknown.delete(tap.orderId)
    },
  }
}
