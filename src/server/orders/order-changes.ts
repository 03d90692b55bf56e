import type { LastAction, OrderRecord, TimelineRecord, OrderNotification, Marks } from '#domain/order.ts'
import { acknowledgedForMs, type Problem } from '#contract/desk/inbox.ts'
import { canBeDismissed } from '#contract/desk/board-actions.ts'
import type { Who } from '#contract/desk/action.ts'
import type { Clock } from '#contract/clock.ts'
import type { ChangeRecords } from '#server/storage/store.ts'
import { VendorFailure } from '#server/vendor/vendor.ts'
import type { OrderReading } from '#server/vendor/order-reading.ts'
import { isChangeTold, isOutOfSight, withAction, withLease, withReading } from '#domain/order-events.ts'
import type { OrderTimes } from './order-times.ts'

/** What a record becomes, and what is told of it. */
export type Change = ChangeRecords & {
  readonly record: OrderRecord
  /** It is told of though the record stays as it was: what is never written down has changed. */
  readonly isNews?: boolean
}

/** What is marked on an order, and what is told of it. */
export type Marking = ChangeRecords & { readonly marks: Marks }

/** What else is known of what was done. */
export interface ActionNews {
  /** The items about which the customer is asked then. */
  readonly asked?: readonly string[] | undefined
  /** The order as it is then. */
  readonly reading?: OrderReading | undefined
  /** The vendor has said that it was done, and has yet to show the order. */
  readonly isGranted?: boolean
  /** It could not be written when it happened: what was done or tried since stands. */
  readonly isLate?: boolean
}

/** What each thing that happens makes of an order's record. Nothing is written here, so that it can be asked again. */
export function createOrderChanges(
  clock: Pick<Clock, 'now'>,
  windowMs: number,
  heardAt: OrderTimes['heardAt'] = ({ receivedAt, backAt }) => backAt ?? receivedAt,
) {
  const circumstancesOf = (record: OrderRecord) => ({
    now: clock.now(),
    windowMs,
    heardAt: heardAt({ ...record, backAt: null }),
  })

  const note = (what: string, detail: string | null = null, by: Who | null = null): TimelineRecord => ({
    at: clock.now(),
    what,
    detail,
    by,
  })

  /** What the timeline says of an action: its outcome, or that the customer is asked, and about what. */
  const notesOf = ({ action, outcome, by, at }: LastAction, asked?: readonly string[]): readonly TimelineRecord[] => [
    { at, what: action, detail: asked ? 'asked' : outcome, by },
    ...(asked && asked.length > 0 ? [{ at, what: 'about', detail: asked.join(' · '), by: null }] : []),
  ]

  return {
    /** A change that leads to another lane, with what that means: who is back to be answered waits since now. */
    inLane(before: OrderRecord, { record, notes = [], ...told }: Change): Change {
      if (record.lane === before.lane) return { record, notes, ...told }
      const waits = record.lane === 'answer'
      // The service went on counting while it did not show the order.
      const isSameWait = isOutOfSight(waits ? before : record)
      const backAt = isSameWait ? before.backAt : waits ? clock.now() : null
      return { record: { ...record, backAt }, notes: [...notes, note('lane', record.lane)], ...told }
    },
    /** The service wants its own item ids back, which an order that was known before its notification is without. */
    notifiedAgain: (record: OrderRecord, { itemIds }: OrderNotification): Change | undefined =>
      record.itemIds.length === 0 ? { record: { ...record, itemIds } } : undefined,
    read(record: OrderRecord, { data, askedAt }: OrderReading, isNews: boolean): Change {
      const next = withReading(data, askedAt, { record, ...circumstancesOf(record) })
      return { record: next, isNews, notes: isChangeTold(next) && !isChangeTold(record) ? [note('changed')] : [] }
    },
    readFailed(record: OrderRecord, error: unknown): Change {
      const problem = record.toldId === null ? problemOf(error) : record.problem
      return {
        record: { ...record, problem, lane: laneUnread(record, problem, clock.now() - heardAt(record) < windowMs) },
      }
    },
    acted(record: OrderRecord, action: LastAction, { asked, reading, isGranted, isLate }: ActionNews): Change {
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
    marked: (record: OrderRecord, { marks, ...told }: Marking): Change => ({ record: { ...record, marks }, ...told }),
  }
}

/** An order that was never read, or is no longer known, rings until its window is over; after that nobody can say. */
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
