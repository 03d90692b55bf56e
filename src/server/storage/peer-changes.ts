import type { MiddlewareHandler } from 'hono'
import type { OrderRecord } from '#domain/order.ts'
import type { OrderId } from '#contract/vendor/item-id.ts'
import { StoreUnavailable, type Store } from './store.ts'

/**
 * Finds what other servers wrote into a shared store: by the changes since the last look, and by the whole open board.
 * A single server finds nothing.
 */
export function createPeerChanges(store: Pick<Store, 'open' | 'find' | 'version' | 'shared'>) {
  let seen = 0
  /** The current or last look, and the one that starts after it. */
  let looking: Promise<void> | undefined
  let next: Promise<void> | undefined
  /** Number of looks under way: each may have started before the changes in `closed`. */
  let looks = 0
  // Orders that this server closed: a look that started before may still show them as open.
  const closed = new Map<OrderId, number>()
  const isNews = ({ orderId, version }: OrderRecord) => version > (closed.get(orderId) ?? 0)

  /** Each record once, also with several looks under way. */
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
    /**
     * Runs `look` so that it includes everything written until now; concurrent callers share the next one. Never
     * rejects.
     */
    async reach(look: () => Promise<void>): Promise<void> {
      if (!store.shared) return
      // One that is under way may have started too early.
      next ??= (looking ?? Promise.resolve()).then(() => {
        const own = look().catch(notNow)
        looking = own.catch(() => undefined)
        next = undefined
        return own
      })
      await next
    },
    /** Whether a version, or a later one of the same order, has not been found here yet. */
    isUnseen: (version: number | undefined): version is number => version !== undefined && version > seen,
    noteClosed: ({ orderId, version }: OrderRecord) => void (store.shared && closed.set(orderId, version)),
    changes: (): Promise<readonly OrderRecord[]> =>
      counted(async () => {
        const changed = (await store.shared?.changedSince(seen)) ?? []
        return pass(changed, changed.at(-1)?.version ?? seen)
      }),
    /** The open orders, and the current state of those that were open here and no longer are. */
    board: (before: readonly OrderId[] = []): Promise<readonly OrderRecord[]> =>
      counted(async () => {
        // First, so that changes during the read are found afterwards.
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

/** Loads changes by other servers before it answers, because the tablet may have acted there. */
export const afterPeerChanges =
  (inbox: { refresh(): Promise<void> }): MiddlewareHandler =>
  async (_c, next) => {
    await inbox.refresh()
    await next()
  }
