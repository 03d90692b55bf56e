import type { ReadOrder } from '#contract/vendor/order.ts'

/**
 * What somebody who rejects an order means by its lines: once they are others, it is asked anew. Nothing of an order that
 * was not read yet; and no more of a line than its goods, for its picture may have another address at each reading.
 */
export const linesMeant = ({ items }: ReadOrder): string | undefined =>
  items && JSON.stringify(items, ['id', 'quantity', 'product'])
