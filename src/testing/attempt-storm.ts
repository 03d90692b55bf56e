import type { Action } from '#contract/desk/action.ts'
import { createChance, type Chance } from '#simulator/basket.ts'
import { faultKinds } from '#simulator/faults.ts'
import { createAttemptRig, ways, type AttemptRig, type Way } from './attempt-rig.ts'

export const endpointOf = { accept: 'acceptOrder', reject: 'rejectOrder', ready: 'markOrderReady' } as const

interface Storm {
  readonly taps: number
  readonly posts: number
  readonly effects: number
  /** The violations; empty on success. */
  readonly wrong: readonly string[]
}

const ordersAtOnce = 400

export const actionOf = (way: Way): Action =>
  way === 'ready' ? 'ready' : way.startsWith('reject') ? 'reject' : 'accept'

export const randomOf =
  (chance: Chance): (() => number) =>
  () =>
    chance.between(0, 999) / 1000

/**
 * Many attempts with every kind of fault: on the action, on the reads, or on both; some by two tablets, some repeated.
 */
export async function storm(taps: number, seed: number, servers = 1): Promise<Storm> {
  const chance = createChance(seed)
  const total = { taps: 0, posts: 0, effects: 0, wrong: [] as string[] }
  while (total.taps < taps) {
    const rig = await createAttemptRig({ random: randomOf(chance), servers })
    await gust(rig, chance, Math.min(ordersAtOnce, taps - total.taps))
    total.wrong.push(...(await rig.finish()))
    total.taps += rig.taps.length
    total.posts += rig.vendor.requests.filter(({ action }) => action).length
    total.effects += rig.vendor.effects.length
  }
  return total
}

async function gust(rig: AttemptRig, chance: Chance, count: number): Promise<void> {
  for (let number = 0; number < count; number += 1) {
    const way = chance.pick(ways)
    const order = await rig.place(way)
    const faults = rig.vendor.faults(order.id)
    const times = chance.pick([1, 1, 1, 2, 4, 40])
    faults.add({ kind: chance.pick(faultKinds), on: endpointOf[actionOf(way)], times, ms: chance.between(0, 12_000) })
    if (chance.percent(30)) {
      const [kind, ms] = [chance.pick(faultKinds), chance.between(0, 12_000)]
      faults.add({ kind, on: 'getOrder', times: chance.pick([1, 2, 5, 40]), ms })
    }
    if (chance.percent(10)) rig.vendor.unplug(order.id, chance.pick([1, 2, 10]))
    const tap = rig.tap(order, way)
    if (chance.percent(10)) rig.tap(order, chance.pick(ways))
    if (chance.percent(20)) await rig.clock.advance(chance.between(0, 1500))
    if (chance.percent(20)) void rig.repeat(tap)
    if (chance.percent(5)) rig.look(order)
    if (chance.percent(1)) await rig.crash()
  }
}
