import type { ReadOrder } from '#contract/vendor/order.ts'
import type { OrderId } from '#contract/vendor/item-id.ts'

/** An order as the vendor showed it at one moment. */
export interface OrderReading {
  readonly id: OrderId
  /** Parsed field by field when it is first asked for: most readings only confirm what is known. */
  readonly order: ReadOrder
  /** The `data` of the answer. */
  readonly data: Readonly<Record<string, unknown>>
  /** The whole answer, as a tablet may have it: `payment_method.form` is gone. */
  readonly text: string
  /** When it was requested, on our clock. */
  readonly askedAt: number
  /** The same on the steady clock: what was requested later has the truer answer. */
  readonly turn: number
}
