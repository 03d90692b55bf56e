import type { OrderRecord } from '#domain/order.ts'
import type { VendorUrgency } from '#domain/urgency.ts'
import type { Lane } from '#contract/desk/inbox.ts'
import type { Clock } from '#contract/clock.ts'
import type { OrderId } from '#contract/vendor/item-id.ts'
import type { Alarms } from '#server/feed/alarms.ts'
import { runForever } from '#server/runtime/tasks.ts'
import type { Log } from '#server/runtime/bug.ts'
import type { Cluster } from '#server/storage/cluster.ts'
import { StoreUnavailable } from '#server/storage/store.ts'
import { OtherOrder, VendorFailure } from '#server/vendor/vendor-failure.ts'
import { createRankedSchedule, type RankedSchedule } from './schedule.ts'
import type { Inbox } from './inbox.ts'
import type { OrderReader } from './order-reader.ts'
import type { OrderReading } from '#server/vendor/order-reading.ts'
import { createUnconfirmedPoller, rarerPause, soonMs } from './unconfirmed-poller.ts'

export interface OrderPollerDeps {
  readonly inbox: Inbox
  readonly orders: OrderReader
  readonly alarms: Alarms
  readonly servers: Pick<Cluster, 'isPolling'>
  readonly clock: Clock
  readonly log: Log
  /** From 0 to 1. */
  readonly random: () => number
  /** Maximum concurrent reads, new orders apart: above the rate limit, so that one is always ready. */
  readonly readsAtOnce: number
}

export interface OrderPoller {
  /** Reads open orders, each at its lane's pace, until the signal aborts. */
  run(closing: AbortSignal): Promise<void>
  /** Checks for due reads, after an order changed or an id was added. */
  wake(orderId?: OrderId): void
}

const second = 1000

// unspecified: no notification of cancellations, changes by the customer or progress; so open orders are polled.
const paceOf: Readonly<Record<Lane, number>> = {
  answer: 5 * second,
  contact: 20 * second,
  preparing: 30 * second,
  ready: 60 * second,
  other: 30 * second,
  closed: 60 * second,
}

const idleMs = 60 * second
const awake = new Error('There is something to read.')

/** Polls open orders, so that the board stays current without tablets asking. */
export function createOrderPoller(deps: OrderPollerDeps): OrderPoller {
  const { inbox, orders, alarms, servers, clock, log, random, readsAtOnce } = deps
  /** Undefined while another server polls. */
  let schedule: RankedSchedule<OrderId> | undefined
  const failures = new Map<OrderId, number>()
  const reading = new Set<OrderId>()
  let sleeping = new AbortController()

  /** Varies a pause by a tenth, so that orders that arrived together do not stay in step. */
  const jittered = (ms: number) => ms * (0.9 + 0.2 * random())

  function pauseAfter({ orderId, lane, closedAt }: OrderRecord): number {
    if (closedAt !== null) return rarerPause(paceOf.closed, clock.now() - closedAt)
    const failed = failures.get(orderId) ?? 0
    const pace = paceOf[lane]
    return failed === 0 ? pace : Math.min(pace, soonMs[failed - 1] ?? pace)
  }

  /** Whether the order has never been read. One that the service keeps failing to show loses its priority to others. */
  const isUnread = ({ orderId, order, toldId, lane }: OrderRecord) =>
    order === null && toldId === null && lane === 'answer' && (failures.get(orderId) ?? 0) <= soonMs.length

  async function read(record: OrderRecord): Promise<void> {
    const { orderId, toldId } = record
    reading.add(orderId)
    try {
      const urgency = isUnread(record) ? 'news' : 'watch'
      const isFirstRead = isUnread(record) && !failures.has(orderId)
      // An id that is unsafe in an address is never requested, only aged.
      await (toldId === null
        ? inbox.noteReading(await latest(orderId, urgency, isFirstRead))
        : inbox.noteReadFailure(orderId))
      failures.delete(orderId)
    } catch (error) {
      failures.set(orderId, (failures.get(orderId) ?? 0) + 1)
      noteFailure(error)
      if (error instanceof VendorFailure) await inbox.noteReadFailure(orderId, error).catch(noteFailure)
    } finally {
      reading.delete(orderId)
      const left = inbox.peek(orderId)
      if (left) schedule?.set(orderId, clock.steady() + jittered(pauseAfter(left)), isUnread(left))
      else forget(orderId)
    }
  }

  async function latest(orderId: OrderId, urgency: VendorUrgency, isFirstRead: boolean): Promise<OrderReading> {
    const found = await orders.read(orderId, urgency, isFirstRead)
    const last = orders.last(orderId)
    return last && last.turn > found.turn ? last : found
  }

  /** Reports a failed read or write, which is retried. @throws any other error */
  function noteFailure(error: unknown): void {
    if (error instanceof StoreUnavailable) return alarms.raise('store_unavailable')
    if (!(error instanceof VendorFailure)) throw error
    if (error instanceof OtherOrder) alarms.raise('vendor_other_order')
  }

  function forget(orderId: OrderId): void {
    schedule?.delete(orderId)
    failures.delete(orderId)
  }

  const pollDue = createUnconfirmedPoller({
    inbox,
    servers,
    clock,
    read: (orderId, isFirstRead) => latest(orderId, 'watch', isFirstRead),
    noteFailure,
    jittered,
    // A quarter of the reads, so that a flood of old notifications hardly delays open orders.
    pollsAtOnce: Math.ceil(readsAtOnce / 4),
    wake,
  })

  function scheduleAll(now: number): RankedSchedule<OrderId> {
    const all = createRankedSchedule<OrderId>()
    for (const record of [...inbox.open(), ...inbox.dismissed()]) all.set(record.orderId, now, isUnread(record))
    return all
  }

  /** @returns milliseconds until the next read is due */
  function readDue(now: number): number {
    // The server that takes over polling is woken.
    if (!servers.isPolling()) {
      schedule = undefined
      return idleMs
    }
    schedule ??= scheduleAll(now)
    // Reads delayed by a pause leave room for new orders.
    for (const orderId of schedule.take(now, readsAtOnce - reading.size)) {
      const record = inbox.peek(orderId)
      if (!record) forget(orderId)
      // Cancelled orders on the board are not polled.
      else if (record.lane === 'closed' && record.closedAt === null) schedule.set(orderId, now + paceOf.closed, false)
      else if (!reading.has(orderId)) void read(record).finally(() => wake())
    }
    // Each read calls `wake` when it ends.
    const isFull = reading.size >= readsAtOnce
    return Math.min(idleMs, (schedule.next(isFull) ?? Infinity) - now)
  }

  /** @returns milliseconds until the next request is due */
  function runDue(now: number): number {
    try {
      return Math.min(pollDue(now), readDue(now))
    } catch (error) {
      // Orders taken from the schedule may not have been read, so it is rebuilt.
      schedule = undefined
      throw error
    }
  }

  function wake(orderId?: OrderId): void {
    const record = orderId === undefined ? undefined : inbox.peek(orderId)
    if (record && !reading.has(record.orderId) && !schedule?.has(record.orderId)) {
      schedule?.set(record.orderId, clock.steady(), isUnread(record))
    }
    // A prebuilt reason, because creating one per abort is the most expensive step here.
    sleeping.abort(awake)
  }

  return {
    wake,
    async run(closing) {
      closing.addEventListener('abort', () => wake())
      await runForever({ name: 'watch', clock, log, pauseMs: paceOf.answer }, closing, async () => {
        sleeping = new AbortController()
        const restMs = runDue(clock.steady())
        await clock.sleep(restMs, sleeping.signal)
      })
    },
  }
}
