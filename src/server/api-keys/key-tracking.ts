import type { Clock } from '#contract/clock.ts'
import { createLooks } from '#server/auth/devices.ts'
import type { Emit } from '#server/events/bus.ts'
import type { Log } from '#server/runtime/bug.ts'
import { type ApiKeyStore, StoreUnavailable } from '#server/storage/store.ts'

interface KeyTrackingDeps {
  readonly store: Pick<ApiKeyStore, 'apiKeys'>
  readonly emit: Emit
  readonly clock: Clock
  /** Whether any stream is open. */
  readonly isAnyoneHere: () => boolean
  readonly log: Log
}

/**
 * Emits `key-removed` for keys that were removed, here or by another process: every request is checked, but a stream that is
 * already open is not.
 * @returns a function that tracks a key as long as its stream is open.
 */
export function createKeyTracking({ store, emit, ...looking }: KeyTrackingDeps): (keyId: string) => void {
  const known = new Set<string>()

  async function check(): Promise<void> {
    const keys = await store.apiKeys().catch((error: unknown) => {
      if (error instanceof StoreUnavailable) return undefined
      throw error
    })
    if (!keys) return
    const ids = new Set(keys.map(({ id }) => id))
    // Repeatedly, because a stream may have been opening while its key was removed.
    for (const keyId of known) if (!ids.has(keyId)) emit({ type: 'key-removed', keyId })
  }

  const begin = createLooks({ ...looking, what: 'removed keys', check })
  return (keyId) => {
    known.add(keyId)
    begin()
  }
}
