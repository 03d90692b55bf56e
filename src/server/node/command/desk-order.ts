import type { OrderRecord } from '#domain/order.ts'
import { isOrderId, type OrderId } from '#contract/vendor/item-id.ts'
import { westernDigits } from '#contract/western-digits.ts'
import { checkOrderId } from '#server/orders/order-id.ts'
import type { Store } from '#server/storage/store.ts'

type Orders = Pick<Store, 'find' | 'open' | 'closed' | 'readLog'>

/**
 * Finds an order by its id or a number on its ticket; if several match, the newest.
 * @throws {HttpError} 400 `bad_order_id` for neither
 */
export async function orderNamed(store: Orders, text: string): Promise<OrderId> {
  if (isOrderId(text) && (await isKnown(store, text))) return text
  return (await newestNumbered(store, text))?.orderId ?? checkOrderId(text)
}

/** The log is stored longer than the orders. */
const isKnown = async (store: Orders, orderId: OrderId): Promise<boolean> =>
  (await store.find(orderId)) !== undefined || (await store.readLog({ orderId, limit: 1 })).entries.length > 0

async function newestNumbered(store: Orders, text: string): Promise<OrderRecord | undefined> {
  // In the form in which numbers are stored.
  const term = westernDigits(text.trim().toLowerCase())
  if (term === '') return undefined
  const isNumbered = ({ numbers }: OrderRecord): boolean => ` ${numbers} `.includes(` ${term} `)
  const open = (await store.open()).findLast(isNumbered)
  const closed = await newestClosed(store, term, isNumbered)
  return open && !(closed && closed.receivedAt > open.receivedAt) ? open : closed
}

const ordersAtOnce = 100

/** The store's search also matches a part of a longer number. */
async function newestClosed(
  { closed }: Orders,
  search: string,
  isNumbered: (record: OrderRecord) => boolean,
): Promise<OrderRecord | undefined> {
  for (let before: number | undefined; ;) {
    const page = await closed({ search: [search], limit: ordersAtOnce, ...(before !== undefined && { before }) })
    const found = page.find(isNumbered)
    const last = page.at(-1)
    if (found || !last || page.length < ordersAtOnce) return found
    before = last.receivedAt
  }
}
