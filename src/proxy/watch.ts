import type { Lane } from '#contract/desk/lane.ts'
import type { Clock } from '#contract/clock.ts'
import { isOrderId, type OrderId } from '#contract/vendor/order-id.ts'
import type { Alarms } from './alarms.ts'
import type { Inbox } from './inbox.ts'
import type { OrderReader } from './order-reader.ts'
import type { OrderRecord } from './store.ts'
import { VendorFailure } from './vendor.ts'

export interface WatchParts {
  readonly inbox: Inbox
  readonly orders: OrderReader
  readonly alarms: Alarms
  readonly clock: Clock
  /** From 0 to 1. */
  readonly random: () => number
}

export interface Watch {
  /** Reads open orders, each at its lane's pace, until the signal aborts. */
  run(closing: AbortSignal): Promise<void>
  /** There is something new to read. */
  wake(): void
}

const second = 1000

// unspecified: nothing tells of a cancellation, of a customer's change, of progress; so open orders are asked for.
const paceOf: Readonly<Record<Lane, number>> = {
  answer: 5 * second,
  contact: 20 * second,
  preparing: 30 * second,
  ready: 60 * second,
  other: 30 * second,
  closed: 60 * second,
}

/** A fresh order that the vendor does not know yet: the webhook outran the service. */
const soonMs = [second, 2 * second, 4 * second]
const idleMs = 60 * second

/** Keeps what the board shows true, without a tablet that asks. */
export function createWatch({ inbox, orders, alarms, clock, random }: WatchParts): Watch {
  const dueAt = new Map<OrderId, number>()
  const failures = new Map<OrderId, number>()
  const reading = new Set<OrderId>()
  let sleeping = new AbortController()

  /** A tenth more or less, so that orders that came together are not asked for together for ever. */
  const jittered = (ms: number) => ms * (0.9 + 0.2 * random())

  function pauseAfter(record: OrderRecord | undefined): number {
    const failed = failures.get(record?.orderId ?? '') ?? 0
    const pace = paceOf[record?.lane ?? 'other']
    return failed === 0 ? pace : Math.min(pace, soonMs[failed - 1] ?? pace)
  }

  async function read(orderId: OrderId): Promise<void> {
    reading.add(orderId)
    try {
      await orders.read(orderId, 'watch')
      failures.delete(orderId)
      alarms.clear('vendor_token')
    } catch (error) {
      if (!(error instanceof VendorFailure)) throw error
      failures.set(orderId, (failures.get(orderId) ?? 0) + 1)
      if (error.reason === 'unauthenticated') alarms.raise('vendor_token')
      await inbox.noteTrouble(orderId, error)
    } finally {
      reading.delete(orderId)
      const record = inbox.peek(orderId)
      if (record) dueAt.set(orderId, clock.now() + jittered(pauseAfter(record)))
      else forget(orderId)
    }
  }

  function forget(orderId: OrderId): void {
    dueAt.delete(orderId)
    failures.delete(orderId)
  }

  /** An order that was only spoken of is taken in when the vendor shows it. */
  async function ask(orderId: OrderId): Promise<void> {
    const found = await orders.read(orderId, 'watch').catch(() => undefined)
    if (!found) return
    await inbox.hear([{ orderId, toldId: null, itemIds: [], source: 'webhook', receivedAt: clock.now() }])
    await inbox.noteReading(found)
  }

  /** @returns how long nothing will be due. */
  function readDue(): number {
    const now = clock.now()
    let next = now + idleMs
    for (const orderId of inbox.takeRumours()) void ask(orderId)
    for (const { orderId } of inbox.open()) {
      if (!isOrderId(orderId) || reading.has(orderId)) continue
      const due = dueAt.get(orderId) ?? now
      if (due <= now) void read(orderId).finally(() => wake())
      else next = Math.min(next, due)
    }
    return next - now
  }

  function wake(): void {
    sleeping.abort()
  }

  return {
    wake,
    async run(closing) {
      closing.addEventListener('abort', wake)
      while (!closing.aborted) {
        sleeping = new AbortController()
        await clock.sleep(readDue(), sleeping.signal)
      }
    },
  }
}
