import type { Action } from '#contract/desk/action.ts'
import type { OrderId } from '#contract/vendor/order-id.ts'
import { isReconciled, type StoredAttempt } from '#server/actions/action-attempt.ts'
import { wasCalledOff } from '#server/history/shift.ts'
import type { Metrics } from '#server/metrics.ts'
import type { LogEntry, OrderRecord, Store } from '#server/storage/store.ts'

export interface InstrumentedStoreDeps {
  readonly store: Store
  readonly metrics: Metrics
  /** An open order, as it was before what is written now. */
  readonly peek: (orderId: OrderId) => OrderRecord | undefined
}

interface UnderWay {
  readonly key: string
  /** As it was when somebody tapped: a rejection closes it before its outcome is written. */
  readonly record: OrderRecord | undefined
  wasCalledOff: boolean
}

/**
 * The same store, and what becomes of orders and taps is counted where all of it passes: on its way there, once it is
 * there. What an answer and a miss are is the shift's own (`shift.ts`).
 */
export function instrumentStore({ store, metrics, peek }: InstrumentedStoreDeps): Store {
  const underWay = new Map<OrderId, UnderWay>()
  const countMissed = () => metrics.count('vendor_desk_missed_orders_total', {})

  function noteSaved(before: OrderRecord | undefined, saved: OrderRecord): void {
    if (before?.lane !== 'answer' || !wasCalledOff(saved)) return
    const tap = underWay.get(saved.orderId)
    // The vendor may call it so that we rejected it: what came of the tap tells.
    if (tap) tap.wasCalledOff = true
    else if (before.lastDone?.action !== 'reject') countMissed()
  }

  function noteTap(tap: StoredAttempt, entry: LogEntry | undefined): void {
    const { action, orderId } = tap
    const outcome = entry ? outcomeOf(entry) : tap.state === 'failed' ? 'not_sent' : undefined
    if (outcome) metrics.count('vendor_desk_actions_total', { action, outcome })
    if (!isReconciled(tap)) return
    const tookMs = entry?.tookMs ?? undefined
    if (tookMs !== undefined) metrics.time('vendor_desk_action_seconds', { action }, tookMs / 1000)
    const known = underWay.get(orderId)
    const isOwn = known?.key === tap.key
    if (isOwn) underWay.delete(orderId)
    if (tap.state === 'done') timeFirstAnswer(action, tap.at, isOwn ? known.record : peek(orderId))
    else if (isOwn && known.wasCalledOff) countMissed()
  }

  function timeFirstAnswer(action: Action, tappedAt: number, record: OrderRecord | undefined): void {
    // Of an order that was opened by hand, nobody knows since when it waited.
    if (action === 'ready' || record?.source !== 'webhook' || record.lastDone) return
    metrics.time('vendor_desk_first_answer_seconds', { action }, (tappedAt - record.receivedAt) / 1000)
  }

  return {
    ...store,
    async save(record, told) {
      const before = peek(record.orderId)
      const saved = await store.save(record, told)
      // Another server was faster, and counts it.
      if (saved) noteSaved(before, saved)
      return saved
    },
    async beginTap(tap) {
      const { key, orderId } = tap
      const inTheWay = await store.beginTap(tap)
      if (!inTheWay) underWay.set(orderId, { key, record: peek(orderId), wasCalledOff: false })
      return inTheWay
    },
    async refuseTap(tap) {
      const other = await store.refuseTap(tap)
      if (!other) noteTap(tap, undefined)
      return other
    },
    async writeTap(tap, entry) {
      const settled = await store.writeTap(tap, entry)
      // Another server was faster, and counts it.
      if (!settled) noteTap(tap, entry)
      else if (underWay.get(tap.orderId)?.key === tap.key) underWay.delete(tap.orderId)
      return settled
    },
  }
}

const outcomes = ['done', 'failed', 'unknown'] as const
const outcomeOf = (entry: LogEntry) => outcomes.find((outcome) => outcome === entry.outcome)
