import { readable } from '#contract/salvage.ts'
import type { ReadOrder } from '#contract/vendor/order.ts'

/** The number that people call out: the print number, else the id. */
export const orderNumber = (order: ReadOrder): string => readable(order.print_order_number)?.trim() || order.id
