import type { Clock } from '#contract/clock.ts'
import { StoreUnavailable, type PeopleStore } from './store.ts'

interface LeavingParts {
  readonly store: Pick<PeopleStore, 'devices'>
  readonly clock: Clock
  /** Ends what goes on for hours on a tablet. */
  readonly cut: (deviceId: string) => void
}

const lookAgainMs = 1000

/**
 * Cuts off the tablets that were removed, here or by another process, until the signal aborts: each request asks who
 * may, but a stream that is open already does not.
 */
export async function cutRemovedTablets({ store, clock, cut }: LeavingParts, closing: AbortSignal): Promise<void> {
  const known = new Set<string>()
  while (!closing.aborted) {
    const devices = await store.devices().catch((error: unknown) => {
      if (error instanceof StoreUnavailable) return undefined
      throw error
    })
    if (devices) {
      const ids = new Set(devices.map(({ id }) => id))
      // Again and again: a stream may have been on its way when its tablet was removed.
      for (const id of known.difference(ids)) cut(id)
      for (const id of ids) known.add(id)
    }
    await clock.sleep(lookAgainMs, closing)
  }
}
