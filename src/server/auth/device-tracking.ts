import type { Clock } from '#contract/clock.ts'
import { logBug, type Log } from '#server/runtime/bug.ts'
import type { Emit } from '#server/events/bus.ts'
import { StoreUnavailable, type PeopleStore } from '#server/storage/store.ts'

interface DeviceTrackingDeps {
  readonly store: Pick<PeopleStore, 'devices'>
  readonly clock: Clock
  readonly emit: Emit
  /** Whether a stream of any tablet is open. */
  readonly isAnyoneHere: () => boolean
  readonly log: Log
}

const lookAgainMs = 1000

/**
 * Emits `device-left` for tablets that were removed, here or by another process: every request is checked, but a stream
 * that is already open is not.
 * @returns a function that tracks a tablet as long as its stream is open.
 */
export function createDeviceTracking({
  store,
  clock,
  emit,
  isAnyoneHere,
  log,
}: DeviceTrackingDeps): (deviceId: string) => void {
  const known = new Set<string>()
  let isLooking = false

  async function check(): Promise<void> {
    const devices = await store.devices().catch((error: unknown) => {
      if (error instanceof StoreUnavailable) return undefined
      throw error
    })
    if (!devices) return
    const ids = new Set(devices.map(({ id }) => id))
    // Repeatedly, because a stream may have been opening while its tablet was removed.
    for (const deviceId of known.difference(ids)) emit({ type: 'device-left', deviceId })
  }

  async function lookOn(): Promise<void> {
    isLooking = true
    try {
      do {
        await clock.sleep(lookAgainMs)
        await check().catch((error: unknown) => logBug(log, 'tablets that left', error))
      } while (isAnyoneHere())
    } finally {
      isLooking = false
    }
  }

  return (deviceId) => {
    known.add(deviceId)
    if (!isLooking) void lookOn()
  }
}
