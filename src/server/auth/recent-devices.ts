import type { Clock } from '#contract/clock.ts'
import type { Device, PeopleStore, Store } from '#server/storage/store.ts'

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
    enrolDevice: (...given) => store.enrolDevice(...given).finally(forget),
    removeDevice: (id, entry) => store.removeDevice(id, entry).finally(forget),
  }
}
