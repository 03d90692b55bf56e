import type { OrderId } from '#contract/vendor/item-id.ts'
import type { UnconfirmedOrder, UnconfirmedOrderStore } from './store.ts'

type Done = <T>(work: () => T) => Promise<T>

/** Unconfirmed orders in memory. `onWrite` is called for each that is saved. */
export function createUnconfirmedOrdersInMemory(done: Done, onWrite: () => void): UnconfirmedOrderStore {
  const spoken = new Map<OrderId, number>()
  const all = (): readonly UnconfirmedOrder[] => [...spoken].map(([orderId, spokenAt]) => ({ orderId, spokenAt }))

  function keep(orderId: OrderId, at: number) {
    const before = spoken.get(orderId)
    const spokenAt = before === undefined ? at : Math.max(at, before + 1)
    spoken.set(orderId, spokenAt)
    return { orderId, spokenAt, isNew: before === undefined }
  }

  return {
    saveUnconfirmed: (orderIds, spokenAt) =>
      done(() => {
        const saved = [...new Set(orderIds)].map((orderId) => keep(orderId, spokenAt))
        onWrite()
        return saved
      }),
    unconfirmedOrders: () =>
      done(() =>
        all().toSorted((one, other) => one.spokenAt - other.spokenAt || (one.orderId < other.orderId ? -1 : 1)),
      ),
    dropUnconfirmed: ({ orderId, spokenAt }) =>
      done(() => void (spoken.get(orderId) === spokenAt && spoken.delete(orderId))),
    forgetUnconfirmed: (spokenBefore) =>
      done(() => {
        const old = all().filter(({ spokenAt }) => spokenAt < spokenBefore)
        for (const { orderId } of old) spoken.delete(orderId)
        return old.length
      }),
  }
}
