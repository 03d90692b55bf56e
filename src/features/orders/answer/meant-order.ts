import type { OrderView } from '#client/order.ts'

/** What somebody who rejects an order means by it: where it stands, and its lines. Once this is another, it is asked anew. */
export const meantOrder = ({ order, lane }: Pick<OrderView, 'order' | 'lane'>): string =>
  // No more of a line: its picture may have another address at each reading.
  lane + JSON.stringify(order.items, ['id', 'quantity', 'product'])
