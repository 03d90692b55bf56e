import type { LastAction, OrderRecord, TimelineRecord, OrderNotification, Marks } from '#domain/order.ts'
import { acknowledgedForMs, type Problem } from '#contract/desk/inbox.ts'
import { canBeDismissed } from '#contract/desk/board-actions.ts'
import type { Who } from '#contract/desk/action.ts'
import type { Clock } from '#contract/clock.ts'
import type { ChangeRecords } from '#server/storage/store.ts'
import { VendorFailure } from '#server/vendor/vendor-failure.ts'
import type { OrderReading } from '#server/vendor/order-reading.ts'
import { isChangeShown, isOutOfSight, laneTimes, withAction, withLease, withReading } from '#domain/order-events.ts'
import type { OrderTimes } from './order-times.ts'

/** The next record, with its timeline notes and log entry. */
export type Change = ChangeRecords & {
  readonly record: OrderRecord
  /** Emits a change although the record stays the same, because unstored data has changed. */
  readonly isNews?: boolean
}

/** The next marks, with their timeline notes and log entry. */
export type Marking = Omit<Change, 'record'> & { readonly marks: Marks }

/** Further facts about an action. */
export interface ActionNews {
  /** The items that the customer is asked about. */
  readonly asked?: readonly string[] | undefined
  readonly reading?: OrderReading | undefined
  /** The vendor confirmed the action but has not shown the order since. */
  readonly isGranted?: boolean
  /** The write was delayed; later actions take precedence. */
  readonly isLate?: boolean
}

export interface OrderChangesDeps {
  readonly clock: Pick<Clock, 'now'>
  /** The longest time that an order may wait for its answer. */
  readonly endsAfterMs: (order: Pick<OrderRecord, 'order'>) => number
  /** Without it, timestamps are used as recorded. */
  readonly times?: Pick<OrderTimes, 'arrivedAt'> | undefined
  /** How far the service's clock is ahead of the desk's; without it, that is unknown. */
  readonly aheadMs?: (() => number | undefined) | undefined
}

const asRecorded: Pick<OrderTimes, 'arrivedAt'> = { arrivedAt: ({ receivedAt, backAt }) => backAt ?? receivedAt }

/** Computes the next record for each kind of change. Pure, so that a change can be retried. */
export function createOrderChanges({ clock, endsAfterMs, times = asRecorded, aheadMs }: OrderChangesDeps) {
  const { arrivedAt } = times
  const circumstancesOf = (record: OrderRecord) => ({
    now: clock.now(),
    windowMs: endsAfterMs(record),
    arrivedAt: arrivedAt({ ...record, backAt: null }),
    aheadMs: aheadMs?.(),
  })

  const note = (what: string, detail: string | null = null, by: Who | null = null): TimelineRecord => ({
    at: clock.now(),
    what,
    detail,
    by,
  })

  /** Timeline notes of an action: its outcome, or that the customer is asked, and about which items. */
  const notesOf = ({ action, outcome, by, at }: LastAction, asked?: readonly string[]): readonly TimelineRecord[] => [
    { at, what: action, detail: asked ? 'asked' : outcome, by },
    ...(asked && asked.length > 0 ? [{ at, what: 'about', detail: asked.join(' · '), by: null }] : []),
  ]

  return {
    /** Adds the effects of a lane change: an order that returns to the answer lane starts a new wait. */
    inLane(before: OrderRecord, { record, notes = [], ...others }: Change): Change {
      if (record.lane === before.lane) return { record, notes, ...others }
      const noted = [...notes, note('lane', record.lane)]
      const moved = { ...record, ...laneTimes(before, record.lane, clock.now()) }
      if (record.lane === 'closed')
        return { record: { ...moved, closedFrom: laneLeft(before) }, notes: noted, ...others }
      const waits = record.lane === 'answer'
      // The response window kept running while the service did not show the order.
      const isSameWait = isOutOfSight(waits ? before : record)
      const backAt = isSameWait ? before.backAt : waits ? clock.now() : null
      return { record: { ...moved, backAt, closedFrom: null }, notes: noted, ...others }
    },
    /** The service expects its own item ids, which an order opened before its notification lacks. */
    notifiedAgain: (record: OrderRecord, { itemIds }: OrderNotification): Change | undefined =>
      record.itemIds.length === 0 ? { record: { ...record, itemIds } } : undefined,
    read(record: OrderRecord, { data, askedAt }: OrderReading, isNews: boolean): Change {
      const next = withReading(data, askedAt, { record, ...circumstancesOf(record) })
      return { record: next, isNews, notes: isChangeShown(next) && !isChangeShown(record) ? [note('changed')] : [] }
    },
    readFailed(record: OrderRecord, error: unknown): Change {
      const problem = record.toldId === null ? problemOf(error) : record.problem
      const isInWindow = clock.now() - arrivedAt(record) < endsAfterMs(record)
      return { record: { ...record, problem, lane: laneUnread(record, problem, isInWindow) } }
    },
    acted(record: OrderRecord, attempted: LastAction, { asked, reading, isGranted, isLate }: ActionNews): Change {
      const action: LastAction = asked ? { ...attempted, isQuestion: true } : attempted
      if (isLate && (record.lastAction?.at ?? action.at) > action.at)
        return { record, notes: notesOf(action, asked), isNews: true }
      const circumstances = circumstancesOf(record)
      const isFirst = reading && record.order === null
      const seen = isFirst ? withReading(reading.data, reading.askedAt, { record, ...circumstances }) : record
      return {
        record: withAction(action, { record: seen, ...circumstances }, isGranted),
        notes: notesOf(action, asked),
      }
    },
    acknowledged(record: OrderRecord, by: Who): Change {
      const now = clock.now()
      const seen =
        record.problem === 'cancelled'
          ? { problem: null, closedAt: now }
          : { acknowledged: { by, until: now + acknowledgedForMs } }
      return { record: { ...record, ...seen }, notes: [note('acknowledged', null, by)] }
    },
    leased: (record: OrderRecord, by: Who, isAnswering: boolean): Change => ({
      record: withLease(by, isAnswering, { record, now: clock.now() }),
    }),
    dismissOrder(record: OrderRecord, by: Who): Change | undefined {
      if (!canBeDismissed(record)) return undefined
      return { record: { ...record, lane: 'closed', closedAt: clock.now() }, notes: [note('put_aside', null, by)] }
    },
    digital: (record: OrderRecord, isDigital: boolean): Change => ({ record: { ...record, isDigital } }),
    marked: (record: OrderRecord, { marks, ...others }: Marking): Change => ({
      record: { ...record, marks },
      ...others,
    }),
  }
}

/** The lane that a closing order leaves; null for one that was opened by its id and never seen open. */
const laneLeft = ({ lane, source, order }: OrderRecord): OrderRecord['closedFrom'] =>
  source === 'opened' && order === null ? null : lane

/** An order that was never read, or is no longer known, rings until its window ends. */
function laneUnread(record: OrderRecord, problem: Problem | null, isInWindow: boolean): OrderRecord['lane'] {
  const isKnown = record.order !== null && (problem !== 'not_found' || record.lane !== 'answer')
  if (isKnown) return record.lane
  return isInWindow ? 'answer' : 'other'
}

function problemOf(error: unknown): Problem {
  if (!(error instanceof VendorFailure)) return 'vendor'
  switch (error.reason) {
    case 'not-found':
      return 'not_found'
    case 'unreadable':
      return 'unreadable'
    case 'unauthenticated':
      return 'token'
    default:
      return 'vendor'
  }
}
