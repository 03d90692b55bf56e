import type { Action } from '#contract/desk/action.ts'
import type { AcceptBody, RejectBody } from '#contract/vendor/order-endpoints.ts'
import { readable } from '#contract/salvage.ts'
import { fromRejectItemId, type OrderId } from '#contract/vendor/item-id.ts'
import { orderItems, type ReadOrder } from '#contract/vendor/order.ts'
import { lastLook } from '#server/orders/order-reader.ts'
import type { CancelReasons } from '#server/vendor/forward.ts'
import { loggedName, type Names } from '#domain/redact-action.ts'
import { VendorFailure } from '#server/vendor/vendor-failure.ts'
import { checkRejection, fitCodes } from './action-bodies.ts'
import type { LastDone } from './earlier-attempts.ts'
import type { Intent } from './carry-out-action.ts'
import { snapshotOf } from '#domain/judge.ts'
import type { RepeatedAnswersDeps } from './action-answers.ts'

interface PreparationDeps extends RepeatedAnswersDeps {
  readonly journal: LastDone
  readonly reasons: CancelReasons
}

/** The body to send, the snapshot for later comparison, and the vendor's names for the ids in it. */
interface Prepared extends Pick<Intent, 'body' | 'before'> {
  readonly names: Names
}

const namesAtMost = 30

export type Preparation = (action: Action, orderId: OrderId, body: Intent['body']) => Promise<Prepared>

/**
 * Reads the order before anything is sent, to compare a lost answer with it and to check the body against it.
 * The preparation throws {HttpError} if the body does not fit the order, {VendorFailure} if the order cannot be read.
 */
export function createPreparation({ journal, orders, findOrder, reasons }: PreparationDeps): Preparation {
  async function look(action: Action, orderId: OrderId, body: Intent['body']): Promise<ReadOrder | undefined> {
    const last = lastLook(orders, orderId, await findOrder(orderId))
    // Otherwise an action by another server would pass for this one.
    const isTooOld = last ? journal.isFromBefore(last, orderId) : journal.lastDone(orderId) !== undefined
    // A plain accept must not wait for a read: its window may end within seconds.
    if (action === 'accept' && !body && !isTooOld) return last?.order
    // A person waits for this read, so it skips the vendor's pauses.
    const reading = isTooOld ? orders.readAnew(orderId) : orders.read(orderId, 'action')
    // Falls back on the last reading: a vendor that answers actions may be unable to show orders, and a request that
    // was never sent says nothing about the order.
    const read = reading.catch((error: unknown) => {
      if (last && !isTooOld && error instanceof VendorFailure && (error.wasNeverSent || !error.isClear)) return last
      throw error
    })
    return (await read).order
  }

  /** The body to send; the action determined its type when it was parsed. */
  async function check(action: Action, body: Intent['body'], order: ReadOrder): Promise<Intent['body']> {
    if (!body) return undefined
    if (action === 'reject') return checkRejection(body as RejectBody, order, reasons)
    return fitCodes(body as AcceptBody, order, (await findOrder(order.id))?.itemIds ?? [])
  }

  function namesIn({ cancel_reason_id: reasonId, items = [] }: RejectBody, order: ReadOrder): Names {
    const reason = reasons.nameOf(reasonId)
    const ids = new Set(items.map(({ id }) => fromRejectItemId(id)))
    const lines = orderItems(order)
      .map(readable)
      .filter((line) => ids.has(String(readable(line?.id))))
    const names = lines.map((line) => loggedName(readable(readable(line?.product)?.name) ?? null)).slice(0, namesAtMost)
    return { ...(reason !== undefined && { reason }), ...(names.length > 0 && { items: names }) }
  }

  return async (action, orderId, given) => {
    const order = await look(action, orderId, given)
    if (!order) return { body: given, before: null, names: {} }
    const body = await check(action, given, order)
    const before = snapshotOf(order, action === 'reject' && (body?.items?.length ?? 0) > 0)
    return { body, before, names: action === 'reject' ? namesIn(body as RejectBody, order) : {} }
  }
}
