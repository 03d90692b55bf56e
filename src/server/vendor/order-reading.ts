import type { ReadOrder } from '#contract/vendor/order.ts'
import type { OrderId } from '#contract/vendor/item-id.ts'

/** An order as the vendor showed it at one moment. */
export interface OrderReading {
  readonly id: OrderId
  /** Parsed on first use, because most reads only confirm what is known. */
  readonly order: ReadOrder
  /** The `data` of the answer. */
  readonly data: Readonly<Record<string, unknown>>
  /** The whole answer, without `payment_method.form`, which tablets must not get. */
  readonly text: string
  /** When it was requested, on our clock. */
  readonly askedAt: number
  /** The same on the steady clock: the later request has the truer answer. */
  readonly turn: number
}
