import type { OrderRecord } from '#domain/order.ts'
import type { VendorUrgency } from '#domain/vendor-urgency.ts'
import type { Lane } from '#contract/desk/lane.ts'
import type { Clock } from '#contract/clock.ts'
import type { OrderId } from '#contract/vendor/item-id.ts'
import type { Alarms } from '#server/feed/alarms.ts'
import { runForever } from '#server/runtime/run-forever.ts'
import type { Log } from '#server/runtime/bug.ts'
import type { Cluster } from '#server/storage/cluster.ts'
import { StoreUnavailable } from '#server/storage/store.ts'
import { OtherOrder, VendorFailure } from '#server/vendor/vendor.ts'
import { createRankedSchedule, type RankedSchedule } from './schedule.ts'
import type { Inbox } from './inbox.ts'
import type { OrderReader } from './order-reader.ts'
import type { OrderReading } from '#server/vendor/order-reading.ts'
import { createUnconfirmedPoller, rarerPause, soonMs } from './unconfirmed-poller.ts'

export interface OrderPollerDeps {
  readonly inbox: Inbox
  readonly orders: OrderReader
  readonly alarms: Alarms
  readonly servers: Pick<Cluster, 'isWatching'>
  readonly clock: Clock
  readonly log: Log
  /** From 0 to 1. */
  readonly random: () => number
  /** How many reads wait for the vendor at once, new orders apart: more than it is asked, so that one is always ready. */
  readonly readsAtOnce: number
}

export interface Watch {
  /** Reads open orders, each at its lane's pace, until the signal aborts. */
  run(closing: AbortSignal): Promise<void>
  /** There may be something to read: this order changed, or one is spoken of. */
  wake(orderId?: OrderId): void
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

const idleMs = 60 * second
const awake = new Error('There is something to read.')

/** Keeps what the board shows true, without a tablet that asks. */
export function createOrderPoller(parts: OrderPollerDeps): Watch {
  const { inbox, orders, alarms, servers, clock, log, random, readsAtOnce } = parts
  /** Nothing while another server keeps the watch. */
  let schedule: RankedSchedule<OrderId> | undefined
  const failures = new Map<OrderId, number>()
  const reading = new Set<OrderId>()
  let sleeping = new AbortController()

  /** A tenth more or less, so that orders that came together are not asked for together for ever. */
  const jittered = (ms: number) => ms * (0.9 + 0.2 * random())

  function pauseAfter({ orderId, lane, closedAt }: OrderRecord): number {
    if (closedAt !== null) return rarerPause(paceOf.closed, clock.now() - closedAt)
    const failed = failures.get(orderId) ?? 0
    const pace = paceOf[lane]
    return failed === 0 ? pace : Math.min(pace, soonMs[failed - 1] ?? pace)
  }

  /** Nobody has seen it yet. One that the service does not show for long is no news any more: others wait as well. */
  const isNews = ({ orderId, order, toldId, lane }: OrderRecord) =>
    order === null && toldId === null && lane === 'answer' && (failures.get(orderId) ?? 0) <= soonMs.length

  async function read(record: OrderRecord): Promise<void> {
    const { orderId, toldId } = record
    reading.add(orderId)
    try {
      const urgency = isNews(record) ? 'news' : 'watch'
      const isFirstRead = isNews(record) && !failures.has(orderId)
      // What must not be put into an address only grows older.
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
      if (left) schedule?.set(orderId, clock.steady() + jittered(pauseAfter(left)), isNews(left))
      else forget(orderId)
    }
  }

  async function latest(orderId: OrderId, urgency: VendorUrgency, isFirstRead: boolean): Promise<OrderReading> {
    const found = await orders.read(orderId, urgency, isFirstRead)
    const last = orders.last(orderId)
    return last && last.turn > found.turn ? last : found
  }

  /** What the vendor does not show, or the store cannot write, is tried again. */
  function noteFailure(error: unknown): void {
    if (error instanceof StoreUnavailable) return alarms.raise('store_unavailable')
    if (!(error instanceof VendorFailure)) throw error
    if (error instanceof OtherOrder) alarms.raise('vendor_other_order')
  }

  function forget(orderId: OrderId): void {
    schedule?.delete(orderId)
    failures.delete(orderId)
  }

  const askDue = createUnconfirmedPoller({
    inbox,
    servers,
    clock,
    read: (orderId, isFirstRead) => latest(orderId, 'watch', isFirstRead),
    noteFailure,
    jittered,
    // Beside what waits to be read of the open orders: a flood of old words delays those by a quarter.
    asksAtOnce: Math.ceil(readsAtOnce / 4),
    wake,
  })

  function agendaOfAll(now: number): RankedSchedule<OrderId> {
    const all = createRankedSchedule<OrderId>()
    for (const record of [...inbox.open(), ...inbox.aside()]) all.set(record.orderId, now, isNews(record))
    return all
  }

  /** @returns how long nothing will be due. */
  function readDue(now: number): number {
    // Whoever takes the watch over is woken.
    if (!servers.isWatching()) {
      schedule = undefined
      return idleMs
    }
    schedule ??= agendaOfAll(now)
    // Those that the service holds up with a pause leave the new orders their way.
    for (const orderId of schedule.take(now, readsAtOnce - reading.size)) {
      const record = inbox.peek(orderId)
      if (!record) forget(orderId)
      // One that is over stays on the board for people alone.
      else if (record.lane === 'closed' && record.closedAt === null) schedule.set(orderId, now + paceOf.closed, false)
      else if (!reading.has(orderId)) void read(record).finally(() => wake())
    }
    // Whichever of them ends wakes us.
    const isFull = reading.size >= readsAtOnce
    return Math.min(idleMs, (schedule.next(isFull) ?? Infinity) - now)
  }

  /** @returns how long there will be nothing to ask for. */
  function lookAtAll(now: number): number {
    try {
      return Math.min(askDue(now), readDue(now))
    } catch (error) {
      // Orders that were taken out to be read may not have been: it begins again with all there are.
      schedule = undefined
      throw error
    }
  }

  function wake(orderId?: OrderId): void {
    const record = orderId === undefined ? undefined : inbox.peek(orderId)
    if (record && !reading.has(record.orderId) && !schedule?.has(record.orderId)) {
      schedule?.set(record.orderId, clock.steady(), isNews(record))
    }
    // With a reason at hand: one that the platform makes costs more than all else here.
    sleeping.abort(awake)
  }

  return {
    wake,
    async run(closing) {
      closing.addEventListener('abort', () => wake())
      await runForever({ name: 'watch', clock, log, pauseMs: paceOf.answer }, closing, async () => {
        sleeping = new AbortController()
        const restMs = lookAtAll(clock.steady())
        await clock.sleep(restMs, sleeping.signal)
      })
    },
  }
}
