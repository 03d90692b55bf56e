import type { Action } from '#contract/desk/action.ts'
import type { AcceptBody, RejectBody } from '#contract/vendor/order-endpoints.ts'
import type { ReadOrder } from '#contract/vendor/order.ts'
import type { OrderId } from '#contract/vendor/order-id.ts'
import { checkCodes } from './accept-body.ts'
import type { Intent } from './attempt.ts'
import type { CancelReasons } from './cancel-reasons.ts'
import type { OrderReader } from './order-reader.ts'
import { checkRejection } from './reject-body.ts'
import { VendorFailure } from './vendor.ts'

interface PreparationParts {
  readonly orders: OrderReader
  readonly reasons: CancelReasons
}

export type Preparation = (
  action: Action,
  orderId: OrderId,
  body: Intent['body'],
) => Promise<Pick<Intent, 'body' | 'before'>>

/**
 * Looks at the order before anything is sent: what a lost answer is compared with later, and what a body is held against.
 * The preparation throws {DeskFailure} where the body does not fit the order, {VendorFailure} where it cannot be read.
 */
export function createPreparation({ orders, reasons }: PreparationParts): Preparation {
  async function look(action: Action, orderId: OrderId, body: Intent['body']): Promise<ReadOrder | undefined> {
    const last = orders.last(orderId)?.order
    // A plain accept must not wait for a read: the order may have seconds left.
    if (action === 'accept' && !body) return last
    // A person waits for it: no pause that the vendor asked for holds it up.
    const read = orders.read(orderId, 'action').then(({ order }) => order)
    // A vendor that answers actions may be unable to show orders: the last look will have to do.
    return read.catch((error: unknown) => {
      if (last && error instanceof VendorFailure && !error.isClear) return last
      throw error
    })
  }

  return async (action, orderId, body) => {
    const before = await look(action, orderId, body)
    if (!before || !body) return { body, before }
    if (action === 'accept') checkCodes(body as AcceptBody, before)
    // Which body it is follows from the action, by which it was parsed.
    return { body: action === 'reject' ? await checkRejection(body as RejectBody, before, reasons) : body, before }
  }
}
