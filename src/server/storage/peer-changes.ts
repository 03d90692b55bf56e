import type { OrderRecord } from '#domain/order.ts'
import type { OrderId } from '#contract/vendor/item-id.ts'
import { StoreUnavailable, type Store } from './store.ts'

/**
 * What other servers wrote into the store of this one. Two ways lead there: the changes since the last look, and the
 * whole open board. A server that is alone finds nothing.
 */
export function createPeerChanges(store: Pick<Store, 'open' | 'find' | 'version' | 'shared'>) {
  let seen = 0
  /** The look that is under way, or was last, and the one that begins after it. */
  let looking: Promise<void> | undefined
  let next: Promise<void> | undefined
  /** Looks under way: each may have begun before any of what is in `closed`. */
  let looks = 0
  // What this server closed since: a look that began before that may still show it as open.
  const closed = new Map<OrderId, number>()
  const isNews = ({ orderId, version }: OrderRecord) => version > (closed.get(orderId) ?? 0)

  /** Each record once, though a look may be under way already. */
  function pass(records: readonly OrderRecord[], upTo: number): readonly OrderRecord[] {
    const news = records.filter(isNews)
    seen = Math.max(seen, upTo)
    if (looks === 1) for (const [orderId, version] of closed) if (version <= seen) closed.delete(orderId)
    return news
  }

  async function counted<T>(look: () => Promise<T>): Promise<T> {
    looks += 1
    try {
      return await look()
    } finally {
      looks -= 1
    }
  }

  return {
    /** Has `look` take in all that was written until now: whoever asks meanwhile shares the next look. Never rejects. */
    async reach(look: () => Promise<void>): Promise<void> {
      if (!store.shared) return
      // One that is under way may have begun too early.
      next ??= (looking ?? Promise.resolve()).then(() => {
        const own = look().catch(notNow)
        looking = own.catch(() => undefined)
        next = undefined
        return own
      })
      await next
    },
    /** Whether what was written under a version, or what became of it since, has yet to be found here. */
    isUnseen: (version: number | undefined): version is number => version !== undefined && version > seen,
    noteClosed: ({ orderId, version }: OrderRecord) => void (store.shared && closed.set(orderId, version)),
    changes: (): Promise<readonly OrderRecord[]> =>
      counted(async () => {
        const changed = (await store.shared?.changedSince(seen)) ?? []
        return pass(changed, changed.at(-1)?.version ?? seen)
      }),
    /** The open orders, and what became of those that were open here and are no longer. */
    board: (before: readonly OrderId[] = []): Promise<readonly OrderRecord[]> =>
      counted(async () => {
        // First: what changes while the board is read is among the changes afterwards.
        const version = await store.version()
        const board = await store.open()
        const ids = new Set(board.map(({ orderId }) => orderId))
        const gone = await Promise.all(
          before.filter((orderId) => !ids.has(orderId)).map((orderId) => store.find(orderId)),
        )
        return pass([...board, ...gone.filter((record) => record !== undefined)], version)
      }),
  }
}

function notNow(error: unknown): void {
  if (!(error instanceof StoreUnavailable)) throw error
}
