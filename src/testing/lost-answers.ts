import { createChance } from '#simulator/basket.ts'
import { createAttemptRig, ways, type RigAttempt } from './attempt-rig.ts'
import { actionOf, endpointOf, randomOf } from './attempt-storm.ts'

const lostAfter = [
  'drop-late',
  'error-late',
  'html-late',
  'forbidden-late',
  'too-many-late',
  'half',
  'empty',
  'another-order',
] as const
const lostBefore = ['hang', 'drop', 'error', 'error-200', 'html', 'redirect'] as const

const batch = 100
const askAgainMs = 4000
const settledWithinMs = 20_000

const statesAfter = { accept: ['preparing'], reject: ['rejected', 'contact'], ready: ['ready'] } as const

interface Lost {
  readonly after: number
  readonly before: number
  /** The violations; empty on success. */
  readonly wrong: readonly string[]
}

/** Loses vendor answers, half of them after the effect, and compares the outcome shown within 20 s with the order. */
export async function loseAnswers(count: number, seed: number): Promise<Lost> {
  const chance = createChance(seed)
  const lost = { after: 0, before: 0, wrong: [] as string[] }
  while (lost.after + lost.before < 2 * count) {
    const rig = await createAttemptRig({ random: randomOf(chance) })
    for (let number = 0; number < batch && lost.after + lost.before < 2 * count; number += 1) {
      const isAfter = lost.after <= lost.before
      const way = chance.pick(ways)
      const order = await rig.place(way)
      rig.vendor
        .faults(order.id)
        .add({ kind: isAfter ? chance.pick(lostAfter) : chance.pick(lostBefore), on: endpointOf[actionOf(way)] })
      rig.tap(order, way)
      lost[isAfter ? 'after' : 'before'] += 1
    }
    // As the tablet does: it repeats the request under the same key until it knows.
    for (let waited = 0; waited < settledWithinMs; waited += askAgainMs) {
      await rig.clock.advance(askAgainMs)
      for (const tap of rig.taps) void rig.repeat(tap)
    }
    await rig.clock.advance(0)
    lost.wrong.push(...rig.taps.flatMap(judge), ...(await rig.finish()))
  }
  return lost
}

/** @returns the violations in the last answer to an attempt. */
function judge({ way, order, action, answers }: RigAttempt): readonly string[] {
  const last = answers.at(-1)
  const isDone = statesAfter[action].some((state) => state === order.state)
  const isTold = last?.status === 200
  const shown: unknown = Object(Object(Object(last?.data).status)).key
  if (last && last.status !== 202 && isDone === isTold && (!isTold || shown === order.state)) return []
  return [`${way} on ${order.id}: told ${last?.status} ${last?.code} ${String(shown)}, and it is ${order.state}`]
}
