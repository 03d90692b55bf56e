import type { DisplayBoard, ReadyOrder } from './display-board.ts'

/** How long a number stands large once its order is ready. */
const largeMs = 20_000

/** An order that became ready longer ago is no news: its customer has been waiting for it, or has it. */
const newsMs = 60_000

/**
 * Finds the orders that become ready while the display looks on: each once, and again only if it was prepared once more.
 * Has no timer of its own.
 */
export function createNewlyReady() {
  let known: Set<string> | undefined
  const largeSince = new Map<string, number>()

  return {
    /** Forgets what it knows, because the display has lost contact: what is ready on the next board is no news. */
    forget(): void {
      known = undefined
      largeSince.clear()
    },
    /**
     * @param now the server's time, in ms
     * @returns the orders that are announced now, and all whose number stands large, the latest first.
     */
    take({ preparing, ready }: DisplayBoard, now: number) {
      const before = known
      known ??= new Set(ready.map(({ id }) => id))
      const isNews = ({ id, readyAt }: ReadyOrder) =>
        before !== undefined && !before.has(id) && (readyAt === undefined || now - readyAt < newsMs)
      const announced = ready.filter(isNews)
      for (const { id } of preparing) known.delete(id)
      for (const { id } of ready) known.add(id)
      for (const { id } of announced) largeSince.set(id, now)
      for (const [id, since] of largeSince)
        if (now - since >= largeMs || !ready.some((order) => order.id === id)) largeSince.delete(id)
      return { announced, large: ready.filter(({ id }) => largeSince.has(id)) }
    },
  }
}
