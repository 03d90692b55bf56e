import type { Clock } from '#contract/clock.ts'
import { logBug, type Log } from '#server/runtime/bug.ts'
import type { Emit } from '#server/events/bus.ts'
import { StoreUnavailable, type PeopleStore } from '#server/storage/store.ts'

interface DeviceTrackingDeps {
  readonly store: Pick<PeopleStore, 'devices'>
  readonly clock: Clock
  readonly emit: Emit
  /** Whether anything goes on for hours now. */
  readonly isAnyoneHere: () => boolean
  readonly log: Log
}

const lookAgainMs = 1000

/**
 * Emits `device-left` for the tablets that were removed, here or by another process: each request asks who may, but a stream that is
 * open already does not.
 * @returns what to tell of each tablet that opens one. As long as anybody has one open, it is looked after.
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

  async function look(): Promise<void> {
    const devices = await store.devices().catch((error: unknown) => {
      if (error instanceof StoreUnavailable) return undefined
      throw error
    })
    if (!devices) return
    const ids = new Set(devices.map(({ id }) => id))
    // Again and again: a stream may have been on its way when its tablet was removed.
    for (const deviceId of known.difference(ids)) emit({ type: 'device-left', deviceId })
  }

  async function lookOn(): Promise<void> {
    isLooking = true
    try {
      do {
        await clock.sleep(lookAgainMs)
        await look().catch((error: unknown) => logBug(log, 'tablets that left', error))
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
