import type { Clock } from '#contract/clock.ts'
import type { TabletRole } from '#contract/desk/tablet-role.ts'
import type { Emit } from '#server/events/bus.ts'
import { type Log, logBug } from '#server/runtime/bug.ts'
import { type Device, type PeopleStore, type Person, type Store, StoreUnavailable } from '#server/storage/store.ts'

export interface DeviceHere {
  readonly id: string
  readonly name: string
  readonly role: TabletRole
  /** Of a station: the categories whose lines it shows; null shows all lines. */
  readonly categoryIds: readonly string[] | null
}

/** A tablet as the log names it. */
export type NamedDevice = Pick<DeviceHere, 'id' | 'name'>

export interface PersonHere {
  readonly id: string
  readonly name: string
  readonly isManager: boolean
}

export const deviceHere = ({ id, name, role, categoryIds }: Device): DeviceHere => ({ id, name, role, categoryIds })
export const personHere = ({ id, name, isManager }: Person): PersonHere => ({ id, name, isManager })

/** A cache of recently found tablets. */
export interface RecentDevices {
  /**
   * As `findDevice`, or its result of up to a second ago, because tablets send many requests and are rarely removed.
   * Changes by this server take effect at once, changes by the `desk` command within that second. Servers that share a
   * store must agree at any time, so with one this is `findDevice`.
   */
  findRecentDevice(tokenHash: string): Promise<Device | undefined>
}

const rememberedMs = 1000
/** More tablets than a shop has, so that removed ones do not pile up. */
const rememberedAtMost = 1000

export function rememberDevices<Kept extends PeopleStore & Pick<Store, 'shared'>>(
  store: Kept,
  clock: Clock,
): Kept & RecentDevices {
  if (store.shared) return { ...store, findRecentDevice: store.findDevice }
  const found = new Map<string, { readonly device: Device; readonly at: number }>()
  let changes = 0

  async function findDevice(tokenHash: string): Promise<Device | undefined> {
    const [at, changesBefore] = [clock.steady(), changes]
    const device = await store.findDevice(tokenHash)
    found.delete(tokenHash)
    if (found.size >= rememberedAtMost) found.clear()
    // A change during the lookup may or may not be included, so the result is not cached.
    if (device && changesBefore === changes) found.set(tokenHash, { device, at })
    return device
  }

  function forget(): void {
    changes += 1
    found.clear()
  }

  return {
    ...store,
    findDevice,
    async findRecentDevice(tokenHash) {
      const known = found.get(tokenHash)
      return known && clock.steady() - known.at < rememberedMs ? known.device : findDevice(tokenHash)
    },
    touchDevice: (id, at) => store.touchDevice(id, at).finally(forget),
    renameDevice: (...given) => store.renameDevice(...given).finally(forget),
    changeDevice: (...given) => store.changeDevice(...given).finally(forget),
    enrolDevice: (...given) => store.enrolDevice(...given).finally(forget),
    removeDevice: (id, entry) => store.removeDevice(id, entry).finally(forget),
  }
}

interface DeviceTrackingDeps {
  readonly store: Pick<PeopleStore, 'devices'>
  readonly clock: Clock
  readonly emit: Emit
  /** Whether a stream of any tablet is open. */
  readonly isAnyoneHere: () => boolean
  readonly log: Log
}

const lookAgainMs = 1000

const purposeOf = ({ role, categoryIds }: Pick<DeviceHere, 'role' | 'categoryIds'>): string =>
  JSON.stringify([role, categoryIds])

/**
 * Emits `device-left` for tablets that were removed, `device-changed` for those of another role, and `stations-changed`,
 * here or by another process: every request is checked, but a stream that is already open is not.
 * @returns a function that tracks a tablet as long as its stream is open.
 */
export function createDeviceTracking({
  store,
  clock,
  emit,
  isAnyoneHere,
  log,
}: DeviceTrackingDeps): (device: DeviceHere) => void {
  /** What each tablet was for when its latest stream was opened. */
  const known = new Map<string, string>()
  let isLooking = false
  /** The stations with their categories at the last look. */
  let stations: string | undefined

  async function check(): Promise<void> {
    const devices = await store.devices().catch((error: unknown) => {
      if (error instanceof StoreUnavailable) return undefined
      throw error
    })
    if (!devices) return
    const before = stations
    stations = JSON.stringify(
      devices.flatMap(({ id, role, categoryIds }) => (role === 'station' ? [[id, categoryIds]] : [])),
    )
    if (before !== undefined && before !== stations) emit({ type: 'stations-changed' })
    const now = new Map(devices.map((device) => [device.id, purposeOf(device)]))
    for (const [deviceId, purpose] of known) {
      const current = now.get(deviceId)
      // Repeatedly, because a stream may have been opening while its tablet was removed.
      if (current === undefined) emit({ type: 'device-left', deviceId })
      else if (current !== purpose) {
        known.set(deviceId, current)
        emit({ type: 'device-changed', deviceId })
      }
    }
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

  return (device) => {
    const [before, purpose] = [known.get(device.id), purposeOf(device)]
    known.set(device.id, purpose)
    // The look below compares with the latest stream only, and earlier ones may still be open for another role.
    if (before !== undefined && before !== purpose) emit({ type: 'device-changed', deviceId: device.id })
    if (!isLooking) void lookOn()
  }
}
