import type { OrderRecord } from '#domain/order.ts'
import { statusKey } from '#contract/vendor/order.ts'
import type { OrderId } from '#contract/vendor/item-id.ts'
import { lastLook } from '#server/orders/last-look.ts'
import type { OrderReader } from '#server/orders/order-reader.ts'
import type { ActionJournal } from './action-journal.ts'
import type { CompletedAttempt, Tap, Snapshot } from '#domain/action-attempt.ts'

/**
 * Who answered a tap's order before it, at most so many milliseconds before, where that leaves nothing to answer.
 * Knows what the journal remembers: `recallDone` comes first.
 */
export type AnsweredBefore = (tap: Tap, withinMs?: number) => CompletedAttempt | undefined

export const createAnsweredBefore =
  (
    journal: Pick<ActionJournal, 'lastDone' | 'isFromBefore'>,
    orders: Pick<OrderReader, 'last'>,
    peekOrder: (orderId: OrderId) => OrderRecord | undefined,
    isOfSameHand: (tap: Tap, earlier: Tap) => boolean,
  ): AnsweredBefore =>
  (tap, withinMs = Number.POSITIVE_INFINITY) => {
    const faster = journal.lastDone(tap.orderId)
    if (!faster || Math.abs(tap.at - faster.settledAt) >= withinMs || isFollowUp(tap, faster)) return undefined
    // Whoever accepted it was told so, and need not wait to have seen it.
    if (isSecondThought(tap, faster, 0) && isOfSameHand(tap, faster)) return undefined
    const last = lastLook(orders, tap.orderId, peekOrder(tap.orderId))
    if (!last || journal.isFromBefore(last, tap.orderId)) return faster
    return isBackSince(faster, { statusKey: statusKey(last.order) ?? null }) ? undefined : faster
  }

/** Back from the customer, an order may be answered again; but it may also be pending still, after a 200. */
export const isBackSince = (answered: CompletedAttempt, order: Pick<Snapshot, 'statusKey'> | null): boolean =>
  answered.statusKey !== 'pending' && order?.statusKey === 'pending'

/** Two people who tap within this time cannot have seen each other's answer. */
const sameMomentMs = 5_000

/** So long a tap may be on its way: the tablet's line, or the server that it comes to, may have stood still. */
const onItsWayMs = 60_000

/** How long after an answer a tap cannot have seen it, from a tablet that showed no later version than that. */
export const unseenForMs = (seenVersion?: number, answered?: CompletedAttempt): number =>
  seenVersion !== undefined && seenVersion <= (answered?.version ?? -1) ? onItsWayMs : sameMomentMs

/** Who taps ready has seen the accept: without it there is nothing to tap. */
export const isFollowUp = (tap: Tap, earlier: Tap): boolean => tap.action === 'ready' && earlier.action === 'accept'

/** An accepted order may be rejected yet, by who has seen that it is accepted. */
export const isSecondThought = (
  tap: Tap,
  { action, settledAt }: CompletedAttempt,
  seenAfterMs = sameMomentMs,
): boolean => tap.action === 'reject' && action === 'accept' && tap.at - settledAt >= seenAfterMs
