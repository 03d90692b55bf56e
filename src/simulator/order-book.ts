import type { Clock } from '#contract/clock.ts'
import type { Order } from '#contract/vendor/order.ts'
import type { Basket, Chance, SimulatedLine } from './basket.ts'
import { states, type OrderState } from './order-life.ts'

export interface SimulatedOrder {
  readonly id: string
  readonly printNumber: string
  readonly receiptNumber: string | null
  readonly createdAt: number
  readonly customer: Order['customer']
  readonly payment: Order['payment_method']
  readonly delivery: Order['delivery_method']
  readonly isPickup: boolean
  readonly pickupOtp: string
  readonly returnOtp: string
  lines: readonly SimulatedLine[]
  state: OrderState
  stateSince: number
  /** The lines that the shop reported missing, while the customer is asked. */
  missing: readonly string[]
}

export interface OrderBookDeps {
  readonly clock: Clock
  readonly chance: Chance
  /** Seconds until the service cancels an order that the shop has not answered. */
  readonly responseWindowSeconds: number
}

/** The oldest closed orders are dropped, because a practice store may run for weeks. */
const ordersKept = 500
const second = 1000

/** The simulated orders, and their changes by time and by customers. */
export class OrderBook {
  readonly #parts: OrderBookDeps
  readonly #orders = new Map<string, SimulatedOrder>()
  #nextId: number

  constructor(deps: OrderBookDeps) {
    this.#parts = deps
    this.#nextId = deps.chance.between(410_000, 480_000)
  }

  place(basket: Basket): SimulatedOrder {
    const { clock, chance } = this.#parts
    const number = (this.#nextId += chance.between(1, 9))
    const order: SimulatedOrder = {
      id: String(number),
      printNumber: `A-${String(number % 1000).padStart(3, '0')}`,
      receiptNumber: chance.percent(50) ? `R${chance.between(100_000, 999_999)}` : null,
      createdAt: clock.now(),
      customer: basket.customer,
      payment: basket.payment,
      delivery: basket.delivery,
      isPickup: basket.isPickup,
      ...codes(chance.between(0, 9999)),
      lines: basket.lines.map((line, index) => ({ ...line, id: String(number * 100 + index + 1) })),
      state: 'pending',
      stateSince: clock.now(),
      missing: [],
    }
    this.#orders.set(order.id, order)
    this.#forgetOldest()
    return order
  }

  /** The current order, or undefined. */
  find(id: string): SimulatedOrder | undefined {
    const order = this.#orders.get(id)
    if (order) this.#letTimePass(order)
    return order
  }

  /** All orders, newest first. */
  all(): readonly SimulatedOrder[] {
    const orders = [...this.#orders.values()].toReversed()
    for (const order of orders) this.#letTimePass(order)
    return orders
  }

  move(order: SimulatedOrder, state: OrderState, at = this.#parts.clock.now()): void {
    order.state = state
    order.stateSince = at
  }

  /** Applies all automatic changes up to now, each at its own time. Done on reading, so that no timer is needed. */
  #letTimePass(order: SimulatedOrder): void {
    const now = this.#parts.clock.now()
    for (let due = this.#nextChange(order); due <= now; due = this.#nextChange(order)) {
      if (order.state === 'contact') this.#answerContact(order, due)
      else this.move(order, afterwards(order), due)
    }
  }

  /** When the order next changes by itself; `Infinity` in most states. */
  #nextChange(order: SimulatedOrder): number {
    const waits: Partial<Record<OrderState, number>> = {
      pending: this.#parts.responseWindowSeconds,
      contact: timeouts(order),
      ready: 2 * timeouts(order),
      returning: 4 * timeouts(order),
    }
    return order.stateSince + (waits[order.state] ?? Infinity) * second
  }

  /** The customer removes the missing lines, replaces them by more of another, or cancels. */
  #answerContact(order: SimulatedOrder, at: number): void {
    const rest = order.lines.filter((line) => !order.missing.includes(line.id))
    order.missing = []
    const [first, ...others] = rest
    if (!first) return this.move(order, 'cancelled', at)
    const swaps = Number(order.id) % 2 === 0
    order.lines = swaps ? [{ ...first, quantity: first.quantity + 1 }, ...others] : rest
    this.move(order, 'pending', at)
  }

  #forgetOldest(): void {
    if (this.#orders.size <= ordersKept) return
    const oldest = this.all().findLast((order) => !states[order.state].isActive)
    if (oldest) this.#orders.delete(oldest.id)
  }
}

function afterwards(order: SimulatedOrder): OrderState {
  if (order.state === 'pending') return 'cancelled'
  if (order.state === 'returning') return 'returned'
  return isUndeliverable(order) ? 'returning' : 'completed'
}

/** One of eight deliveries finds nobody at home. */
const isUndeliverable = (order: SimulatedOrder): boolean => !order.isPickup && Number(order.id) % 8 === 5

const code = (number: number): string => String(number).padStart(4, '0')
/** Two codes that are never equal. */
const codes = (pickup: number) => ({ pickupOtp: code(pickup), returnOtp: code(9999 - pickup) })

/** How long a customer takes to answer: 25 to 44 seconds, always the same for the same order. */
export const timeouts = (order: SimulatedOrder): number => 25 + (Number(order.id) % 20)
