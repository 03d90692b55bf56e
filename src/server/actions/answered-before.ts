import type { OrderRecord } from '#domain/order.ts'
import { statusKey } from '#contract/vendor/order.ts'
import type { OrderId } from '#contract/vendor/item-id.ts'
import { lastLook } from '#server/orders/last-look.ts'
import type { OrderReader } from '#server/orders/order-reader.ts'
import type { ActionJournal } from './action-journal.ts'
import type { CompletedAttempt, ActionAttempt, Snapshot } from '#domain/action-attempt.ts'

/**
 * The action that already answered the attempt's order, at most `withinMs` before, if it leaves nothing to answer.
 * Reads the journal's memory only, so call `recallDone` first.
 */
export type AnsweredBefore = (attempt: ActionAttempt, withinMs?: number) => CompletedAttempt | undefined

export const createAnsweredBefore =
  (
    journal: Pick<ActionJournal, 'lastDone' | 'isFromBefore'>,
    orders: Pick<OrderReader, 'last'>,
    peekOrder: (orderId: OrderId) => OrderRecord | undefined,
    isBySamePerson: (attempt: ActionAttempt, earlier: ActionAttempt) => boolean,
  ): AnsweredBefore =>
  (attempt, withinMs = Number.POSITIVE_INFINITY) => {
    const faster = journal.lastDone(attempt.orderId)
    if (!faster || Math.abs(attempt.at - faster.settledAt) >= withinMs || isFollowUp(attempt, faster)) return undefined
    // The person who accepted the order knows that, so a rejection needs no delay.
    if (isSecondThought(attempt, faster, 0) && isBySamePerson(attempt, faster)) return undefined
    const last = lastLook(orders, attempt.orderId, peekOrder(attempt.orderId))
    if (!last || journal.isFromBefore(last, attempt.orderId)) return faster
    return isBackSince(faster, { statusKey: statusKey(last.order) ?? null }) ? undefined : faster
  }

/** Whether the order came back from the customer, rather than still showing `pending` after a 200. */
export const isBackSince = (answered: CompletedAttempt, order: Pick<Snapshot, 'statusKey'> | null): boolean =>
  answered.statusKey !== 'pending' && order?.statusKey === 'pending'

/** Within this time, two people cannot have seen each other's answer. */
const sameMomentMs = 5_000

/** Maximum time in transit: the tablet's connection or the server may have stalled. */
const onItsWayMs = 60_000

/** How long after an answer an attempt may not have seen it, given the version that the tablet showed. */
export const unseenForMs = (seenVersion?: number, answered?: CompletedAttempt): number =>
  seenVersion !== undefined && seenVersion <= (answered?.version ?? -1) ? onItsWayMs : sameMomentMs

/** A ready implies that the person has seen the accept. */
export const isFollowUp = (attempt: ActionAttempt, earlier: ActionAttempt): boolean =>
  attempt.action === 'ready' && earlier.action === 'accept'

/** Whether a rejection follows an accept that the person had time to see, which is allowed. */
export const isSecondThought = (
  attempt: ActionAttempt,
  { action, settledAt }: CompletedAttempt,
  seenAfterMs = sameMomentMs,
): boolean => attempt.action === 'reject' && action === 'accept' && attempt.at - settledAt >= seenAfterMs
