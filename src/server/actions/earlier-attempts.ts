import type { OrderId } from '#contract/vendor/item-id.ts'
import { statusKey } from '#contract/vendor/order.ts'
import type { ActionAttempt, CompletedAttempt, Snapshot } from '#domain/action-attempt.ts'
import type { OrderRecord } from '#domain/order.ts'
import { lastLook, type Look, type OrderReader } from '#server/orders/order-reader.ts'
import type { ActionStore } from '#server/storage/store.ts'

/** A digest begins with the name of its key; digests under different keys cannot be compared. */
const named = /^([\w-]{8})\.[\w-]{43}$/

const keyNameOf = (digest: string): string => named.exec(digest)?.[1] ?? ''

/** Whether two attempts under one idempotency key are the same, as far as their digests can be compared. */
export function isSameAttempt(known: ActionAttempt, attempt: ActionAttempt): boolean {
  if (known.action !== attempt.action || known.orderId !== attempt.orderId) return false
  return known.digest === attempt.digest || keyNameOf(known.digest) !== keyNameOf(attempt.digest)
}

const ordersHeld = 2000

interface Known {
  readonly attempt: CompletedAttempt
  readonly isOwn: boolean
  /** The latest time of any action on this order; later than this one's if the clock was set back. */
  readonly latestAt: number
}

/** Holds the latest action known to be done to each order. */
export function createCompletedAttempts(store: Pick<ActionStore, 'lastCompletedAttempt'>) {
  const done = new Map<OrderId, Known>()

  function set(attempt: CompletedAttempt, isOwn: boolean): void {
    const latestAt = Math.max(latestAtOf(attempt.orderId), attempt.settledAt)
    done.delete(attempt.orderId)
    done.set(attempt.orderId, { attempt, isOwn, latestAt })
    const [oldest] = done.keys()
    if (done.size > ordersHeld && oldest !== undefined) done.delete(oldest)
  }

  const latestAtOf = (orderId: OrderId) => done.get(orderId)?.latestAt ?? Number.NEGATIVE_INFINITY

  /** Adds an action from the store. At equal times, memory knows the true sequence. */
  function noteStored(attempt: CompletedAttempt): void {
    if (attempt.settledAt > latestAtOf(attempt.orderId)) set(attempt, false)
  }

  return {
    /** Adds an action that this server just confirmed: it is the latest, whatever the clock says. */
    noteOwn: (attempt: CompletedAttempt): void => set(attempt, true),
    noteStored,
    last: (orderId: OrderId): CompletedAttempt | undefined => done.get(orderId)?.attempt,
    /** Updates `last` from the store, where another server may have written. @throws {StoreUnavailable} */
    async recall(orderId: OrderId): Promise<void> {
      const latest = await store.lastCompletedAttempt(orderId)
      if (latest) noteStored(latest)
    },
    /**
     * Whether a reading may predate the order's last action, done by another server and not read here since. After its
     * own actions a server always reads the order.
     */
    isFromBefore(look: Look, orderId: OrderId): boolean {
      const known = done.get(orderId)
      if (!known || known.isOwn || look.askedAt > known.attempt.settledAt) return false
      // An order that is still pending after a 200 looks the same as before.
      return known.attempt.statusKey === 'pending' || (statusKey(look.order) ?? null) !== known.attempt.statusKey
    },
  }
}

/** What the journal knows of the latest action done to an order. */
export interface LastDone {
  lastDone(orderId: OrderId): CompletedAttempt | undefined
  /** Whether a reading may predate an action by another server. */
  isFromBefore(look: Look, orderId: OrderId): boolean
}

/**
 * The action that already answered the attempt's order, at most `withinMs` before, if it leaves nothing to answer.
 * Reads the journal's memory only, so call `recallDone` first.
 */
export type AnsweredBefore = (attempt: ActionAttempt, withinMs?: number) => CompletedAttempt | undefined

export const createAnsweredBefore =
  (
    journal: LastDone,
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
