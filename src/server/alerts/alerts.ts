import type { Clock } from '#contract/clock.ts'
import type { Subscribe } from '#server/events/bus.ts'
import type { Alarms } from '#server/feed/alarms.ts'
import type { Presence } from '#server/feed/presence.ts'
import type { Inbox } from '#server/orders/inbox.ts'
import type { OrderTimes } from '#server/orders/order-times.ts'
import type { Log } from '#server/runtime/bug.ts'
import type { RandomBytes, Sha256 } from '#server/runtime/credentials.ts'
import type { Metrics } from '#server/runtime/metrics.ts'
import { unlessLate } from '#server/runtime/tasks.ts'
import type { Cluster } from '#server/storage/cluster.ts'
import type { Store } from '#server/storage/store.ts'
import { createAlertBook } from './alert-book.ts'
import { createAlertDelivery } from './alert-delivery.ts'
import { createAlertWatch } from './alert-watch.ts'
import { createDuties, type Duties } from './duty.ts'
import { nobodyOutside, type AlertsOutside } from './outside.ts'
import { createPushPhones, type PushPhones } from './push-phones.ts'
import { createRehearsal, type Rehearsal } from './rehearsal.ts'
import { createWithdraw } from './withdraw.ts'

export interface AlertsDeps {
  /** Without it nobody is told, and nothing is watched. */
  readonly outside: AlertsOutside | undefined
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Metrics
  readonly randomBytes: RandomBytes
  readonly sha256: Sha256
  readonly publicOrigin: string
  readonly subscribe: Subscribe
  readonly inbox: Pick<Inbox, 'open' | 'peek' | 'find'>
  readonly presence: Pick<Presence, 'isAnybodyThere'>
  readonly alarms: Pick<Alarms, 'current'>
  readonly cluster: Pick<Cluster, 'sendsAlerts'>
  readonly times: Pick<OrderTimes, 'waitsSince' | 'respondBy'>
  readonly onStoreFailure: (error: unknown) => void
}

export interface Alerts {
  readonly outside: AlertsOutside
  readonly duties: Duties
  readonly phones: PushPhones
  readonly rehearsal: Rehearsal
  /** Aborts when the server closes. */
  readonly closing: AbortSignal
  run(closing: AbortSignal): Promise<void>
  /** Resolves when nothing is being sent, or after two seconds. Never rejects. */
  idle(): Promise<void>
}

/** A push service that hangs does not hold up a restart. */
const idleLimitMs = 2000

/** Alerts outside the shop's tablets: to phones, and to the addresses of ALERT_URL. */
export function createAlerts({ outside = nobodyOutside, cluster, ...given }: AlertsDeps): Alerts {
  const isWatching = outside !== nobodyOutside
  const ending = new AbortController()
  // What is still being sent when the store is closed may end unwritten; it is gone on with after the next start.
  const onStoreFailure = (error: unknown) => ending.signal.aborted || given.onStoreFailure(error)
  const deps = { ...given, onStoreFailure }
  const { clock, inbox, times } = deps
  const book = createAlertBook(deps)
  const duties = createDuties(deps)
  const phones = createPushPhones({ ...deps, outside })
  const momentsOf = (orderId: string) => {
    const record = inbox.peek(orderId)
    return record?.lane === 'answer' ? { since: times.waitsSince(record), until: times.respondBy(record) } : undefined
  }
  const delivery = createAlertDelivery({ ...deps, outside, book, duties, phones, momentsOf })
  const withdraw = createWithdraw({ ...deps, book, duties, phones, delivery })
  const rehearsal = createRehearsal({ ...deps, book, delivery, withdraw })
  const isAnybodyListed = async () => outside.callHosts.length > 0 || (await duties.audience()).phones.length > 0
  const watching = { ...deps, servers: cluster, book, delivery, withdraw, isAnybodyListed }
  const watch = isWatching ? createAlertWatch(watching) : undefined
  return {
    outside,
    duties,
    phones,
    rehearsal,
    closing: ending.signal,
    async run(closing) {
      closing.addEventListener('abort', () => ending.abort())
      await watch?.run(closing)
    },
    async idle() {
      await unlessLate(clock, idleLimitMs, delivery.idle)
      await book.idle()
    },
  }
}
