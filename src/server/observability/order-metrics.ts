import { readOrder } from '#contract/vendor/order.ts'
import { isCalledOff } from '#domain/lane.ts'
import type { Clock } from '#contract/clock.ts'
import type { Action } from '#contract/desk/action.ts'
import { lanes } from '#contract/desk/inbox.ts'
import type { Mode } from '#contract/desk/session.ts'
import type { OrderId } from '#contract/vendor/item-id.ts'
import { alarmCodes } from '#domain/alarm.ts'
import type { OrderRecord } from '#domain/order.ts'
import { urgencies } from '#domain/urgency.ts'
import type { EventOf, Subscribe } from '#server/events/bus.ts'
import type { Alarms } from '#server/feed/alarms.ts'
import type { Feed } from '#server/feed/feed.ts'
import type { Presence } from '#server/feed/presence.ts'
import type { Deadlines } from '#server/orders/deadlines.ts'
import type { Inbox } from '#server/orders/inbox.ts'
import type { OrderTimes } from '#server/orders/order-times.ts'
import type { Metrics, Reading } from '#server/runtime/metrics.ts'
import type { LogEntry } from '#server/storage/store.ts'
import type { Budget } from '#server/vendor/budget.ts'
import { clockAheadSeconds, type ServiceClock } from '#server/vendor/service-clock.ts'
import type { VendorMonitor } from '#server/vendor/vendor-monitor.ts'
import type { StoreMonitor } from './store-monitor.ts'

interface OrderMetricsDeps {
  readonly subscribe: Subscribe
  readonly metrics: Metrics
  /** An open order. */
  readonly peekOrder: (orderId: OrderId) => OrderRecord | undefined
}

interface UnderWay {
  readonly key: string
  /** The order at the button press: a rejection closes it before its outcome is written. */
  readonly record: OrderRecord | undefined
  wasCalledOff: boolean
}

/**
 * Counts and times outcomes of orders and actions. An answer and a miss are defined as in the shift summary
 * (`shift.ts`).
 */
export function countOrders({ subscribe, metrics, peekOrder }: OrderMetricsDeps): void {
  const underWay = new Map<OrderId, UnderWay>()
  const countMissed = () => metrics.count('vendor_desk_missed_orders_total', {})

  function count(action: Action, outcome: 'done' | 'failed' | 'unknown' | 'not_sent' | undefined): void {
    if (outcome) metrics.count('vendor_desk_actions_total', { action, outcome })
  }

  function timeFirstAnswer(action: Action, pressedAt: number, record: OrderRecord | undefined): void {
    // For an order opened by hand, the start of its wait is unknown.
    if (action === 'ready' || record?.source !== 'webhook' || record.lastDone) return
    metrics.time('vendor_desk_first_answer_seconds', { action }, (pressedAt - record.receivedAt) / 1000)
  }

  function noteReconciled({ attempt, entry, isByPeer }: EventOf<'action-reconciled'>): void {
    const { action, orderId } = attempt
    const known = underWay.get(orderId)
    const isOwn = known?.key === attempt.key
    if (isOwn) underWay.delete(orderId)
    // Another server was faster, and counts it.
    if (isByPeer) return
    count(action, entry ? outcomeOf(entry) : attempt.state === 'failed' ? 'not_sent' : undefined)
    const tookMs = entry?.tookMs ?? undefined
    if (tookMs !== undefined) metrics.time('vendor_desk_action_seconds', { action }, tookMs / 1000)
    if (attempt.state === 'done') timeFirstAnswer(action, attempt.at, isOwn ? known.record : peekOrder(orderId))
    else if (isOwn && known.wasCalledOff) countMissed()
  }

  subscribe('order-saved', ({ record, previous }) => {
    if (previous.lane !== 'answer' || !wasCalledOff(record)) return
    const attempt = underWay.get(record.orderId)
    // The vendor's status may be our own rejection: the outcome of the action decides.
    if (attempt) attempt.wasCalledOff = true
    else if (previous.lastDone?.action !== 'reject') countMissed()
  })
  subscribe('action-sent', ({ attempt: { key, orderId } }) => {
    underWay.set(orderId, { key, record: peekOrder(orderId), wasCalledOff: false })
  })
  subscribe('action-unknown', ({ attempt, entry }) => count(attempt.action, entry && outcomeOf(entry)))
  subscribe('action-reconciled', noteReconciled)
}

const outcomes = ['done', 'failed', 'unknown'] as const
const outcomeOf = (entry: LogEntry) => outcomes.find((outcome) => outcome === entry.outcome)

interface DeskGaugeDeps {
  readonly clock: Pick<Clock, 'now'>
  readonly mode: Mode
  readonly deadlines: Pick<Deadlines, 'forAll'>
  readonly inbox: Pick<Inbox, 'open'>
  readonly times: Pick<OrderTimes, 'waitsSince'>
  readonly serviceClock: Pick<ServiceClock, 'aheadMs'>
  readonly alarms: Pick<Alarms, 'own'>
  readonly feed: Pick<Feed, 'streams'>
  readonly presence: Pick<Presence, 'states' | 'isAnybodyThere'>
  readonly vendor: Pick<VendorMonitor, 'state'>
  readonly budget: Pick<Budget, 'load'>
  readonly storeMonitor: Pick<StoreMonitor, 'works'>
  readonly freeBytes?: (() => Promise<number>) | undefined
}

/** Reads all current gauges. */
export async function readGauges(deps: DeskGaugeDeps): Promise<readonly Reading[]> {
  const { mode, deadlines, presence, feed, vendor, storeMonitor, freeBytes } = deps
  // Stations and displays neither ring nor answer.
  const there = [...presence.states('counter').values()]
  const one = (value: boolean) => (value ? 1 : 0)
  const free = await freeBytes?.().catch(() => undefined)
  return [
    { name: 'vendor_desk_info', labels: { mode }, value: 1 },
    { name: 'vendor_desk_response_window_seconds', labels: {}, value: deadlines.forAll().low },
    ...ordersOf(deps),
    ...alarmsOf(deps),
    { name: 'vendor_desk_streams', labels: {}, value: feed.streams() },
    { name: 'vendor_desk_tablets', labels: { state: 'there' }, value: there.length },
    { name: 'vendor_desk_tablets', labels: { state: 'armed' }, value: there.filter(({ armed }) => armed).length },
    { name: 'vendor_desk_anybody_there', labels: {}, value: one(presence.isAnybodyThere()) },
    ...callsOf(deps),
    { name: 'vendor_desk_vendor_answers', labels: {}, value: one(vendor.state().line === 'answers') },
    { name: 'vendor_desk_time_seconds', labels: {}, value: deps.clock.now() / 1000 },
    { name: 'vendor_desk_store_works', labels: {}, value: one(await storeMonitor.works()) },
    ...clockOf(deps),
    ...(free === undefined ? [] : [{ name: 'vendor_desk_disk_free_bytes' as const, labels: {}, value: free }]),
  ]
}

function ordersOf({ clock, inbox, times }: DeskGaugeDeps): readonly Reading[] {
  const open = inbox.open()
  const waits = open
    .filter(({ lane }) => lane === 'answer')
    .map((record) => (clock.now() - times.waitsSince(record)) / 1000)
  return [
    ...lanes.map((lane): Reading => {
      const value = open.filter((record) => record.lane === lane).length
      return { name: 'vendor_desk_open_orders', labels: { lane }, value }
    }),
    { name: 'vendor_desk_longest_wait_seconds', labels: {}, value: Math.max(0, ...waits) },
  ]
}

/** Empty until an answer of the service has shown its time. */
function clockOf({ serviceClock }: DeskGaugeDeps): readonly Reading[] {
  const value = clockAheadSeconds(serviceClock)
  return value === null ? [] : [{ name: 'vendor_desk_clock_ahead_of_service_seconds', labels: {}, value }]
}

function alarmsOf({ alarms }: DeskGaugeDeps): readonly Reading[] {
  const raised = new Set(alarms.own().map(({ code }) => code))
  return alarmCodes.map((code) => ({ name: 'vendor_desk_alarm', labels: { code }, value: raised.has(code) ? 1 : 0 }))
}

function callsOf({ budget }: DeskGaugeDeps): readonly Reading[] {
  const load = budget.load()
  return urgencies.flatMap((urgency) =>
    (['running', 'waiting'] as const).map((state): Reading => ({
      name: 'vendor_desk_vendor_calls',
      labels: { urgency, state },
      value: load[urgency][state],
    })),
  )
}

/** Whether an order ended by a cancellation. */
function wasCalledOff({ lane, orderId, order }: OrderRecord): boolean {
  const shown = readOrder(orderId, order)
  return lane === 'closed' && shown !== undefined && isCalledOff(shown)
}
