import type { OrderId } from '#contract/vendor/order-id.ts'
import { createStore, type Told } from './store.ts'

/** Somebody, or this tablet by itself, wants an order on paper; or a ticket that only shows that the printer works. */
export interface TicketWish {
  readonly orderId: OrderId | undefined
  readonly isAutomatic: boolean
  /** One ticket for each. */
  readonly bags: number
}

const told = createStore<readonly TicketWish[]>([])
/** What is still to be printed, the oldest first. */
export const tickets: Told<readonly TicketWish[]> = told

export const wishTicket = (orderId: OrderId | undefined, isAutomatic = false, bags = 1): void =>
  told.set([...told.read(), { orderId, isAutomatic, bags }])

export const dropTicket = (wish: TicketWish): void => told.set(told.read().filter((each) => each !== wish))
