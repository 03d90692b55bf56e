import type { Clock } from '#contract/clock.ts'
import type { Device, PeopleStore, Store } from '#server/storage/store.ts'

/** A store that remembers which tablets it found of late. */
export interface RecentDevices {
  /**
   * As `findDevice`, or as that was within the last second: a tablet asks far more often than one is cut off. What the
   * server changes is so at once; what `desk` does beside it, within that second. Cluster that share a store have to
   * agree at any time: there it is as `findDevice`.
   */
  findRecentDevice(tokenHash: string): Promise<Device | undefined>
}

const rememberedMs = 1000
/** More tablets than a shop has: those that are gone leave no trace for long. */
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
    // What was changed while it was looked up may be seen or not: it is not remembered.
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
    enrolDevice: (...given) => store.enrolDevice(...given).finally(forget),
    removeDevice: (id, entry) => store.removeDevice(id, entry).finally(forget),
  }
}
