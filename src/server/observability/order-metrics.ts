import type { OrderRecord } from '#domain/order.ts'
import type { Action } from '#contract/desk/action.ts'
import type { OrderId } from '#contract/vendor/item-id.ts'
import type { Subscribe } from '#server/events/bus.ts'
import type { EventOf } from '#server/events/domain-event.ts'
import { wasCalledOff } from '#server/history/shift.ts'
import type { Metrics } from '#server/runtime/metrics.ts'
import type { LogEntry } from '#server/storage/store.ts'

export interface OrderMetricsDeps {
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
