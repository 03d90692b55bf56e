import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createChance } from '#simulator/basket.ts'
import { faultKinds } from '#simulator/faults.ts'
import { loseAnswers } from '#testing/lost-answers.ts'
import { race } from '#testing/attempt-races.ts'
import { createAttemptRig, ways, type AttemptRig } from '#testing/attempt-rig.ts'
import { randomOf, storm } from '#testing/attempt-storm.ts'

// Random faults of tablets, connections and servers. `TORTURE_RUNS=20000` for the long run.
const numRuns = Number(process.env['TORTURE_RUNS'] ?? 100)

const endpoints = ['getOrder', 'acceptOrder', 'rejectOrder', 'markOrderReady', undefined] as const

/** One step; numbers choose among the current orders and attempts. */
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ does: fc.constant('tap' as const), order: fc.nat(2), way: fc.constantFrom(...ways) }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('repeat' as const), tap: fc.nat(9) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('fault' as const),
      order: fc.nat(2),
      kind: fc.constantFrom(...faultKinds),
      on: fc.constantFrom(...endpoints),
      times: fc.constantFrom(1, 2, 5, 40),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constant('unplug' as const),
      order: fc.nat(2),
      times: fc.constantFrom(1, 2, 5, 40),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('mend' as const) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('look' as const), order: fc.nat(2) }) },
  {
    weight: 5,
    arbitrary: fc.record({ does: fc.constant('wait' as const), ms: fc.constantFrom(1, 20, 700, 3000, 13_000, 40_000) }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('crash' as const) }) },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

async function take(rig: AttemptRig, orders: Awaited<ReturnType<AttemptRig['place']>>[], each: Step): Promise<void> {
  const order = 'order' in each ? orders[each.order % orders.length] : undefined
  switch (each.does) {
    case 'tap':
      return void (order && rig.tap(order, each.way))
    case 'repeat': {
      const tap = rig.taps[each.tap % Math.max(1, rig.taps.length)]
      return void (tap && rig.repeat(tap))
    }
    case 'fault':
      if (order)
        rig.vendor.faults(order.id).add({ kind: each.kind, times: each.times, ...(each.on && { on: each.on }) })
      return undefined
    case 'unplug':
      return order && rig.vendor.unplug(order.id, each.times)
    case 'mend':
      return rig.vendor.clearFaults()
    case 'look':
      if (order) rig.look(order)
      return undefined
    case 'wait':
      return rig.clock.advance(each.ms)
    case 'crash':
      return rig.crash()
  }
}

test.each([
  [1, numRuns],
  [2, numRuns / 2],
])(
  'at %i servers, any faults cause at most one effect per attempt, and each answer is true',
  async (servers, runs) => {
    let tapped = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 25 }), fc.nat(), async (steps, seed) => {
        const rig = await createAttemptRig({ random: randomOf(createChance(seed)), servers })
        const orders = [await rig.place(), await rig.place('digital accept'), await rig.place('ready')]
        for (const each of steps) await take(rig, orders, each)
        tapped += rig.taps.length
        expect(await rig.finish()).toEqual([])
      }),
      { numRuns: runs },
    )
    expect(tapped).toBeGreaterThan(runs)
  },
  3_600_000,
)

test.each([1, 2])(
  'at %i servers, answers match what the vendor saw under every fault',
  async (servers) => {
    const { wrong, ...total } = await storm(600, 1, servers)
    expect(wrong).toEqual([])
    expect(total.taps).toBeGreaterThanOrEqual(600)
  },
  120_000,
)

test('answers the same key within 20 s with the order’s state after a lost answer', async () => {
  expect(await loseAnswers(50, 1)).toEqual({ after: 50, before: 50, wrong: [] })
}, 120_000)

test.each([1, 2])(
  'at %i servers, sends one POST for two tablets within 50 ms, and names the winner to the other',
  async (servers) => {
    expect(await race(100, 1, servers)).toEqual({ races: 100, posts: 100, wrong: [] })
  },
  120_000,
)
