import { createChance } from '#simulator/basket.ts'
import { createAttemptRig, type RigAttempt, type Way } from './attempt-rig.ts'
import { randomOf } from './attempt-storm.ts'

const pairs: readonly (readonly [Way, Way])[] = [
  ['plain accept', 'plain accept'],
  ['plain accept', 'reject'],
  ['reject', 'plain accept'],
  ['reject', 'reject items'],
  ['reject items', 'plain accept'],
  ['digital accept', 'digital accept'],
  ['digital accept', 'reject'],
  ['reject', 'digital accept'],
  ['ready', 'ready'],
  ['ready', 'reject'],
  ['reject', 'ready'],
]

const batch = 50

interface Races {
  readonly races: number
  readonly posts: number
  /** The violations; empty on success. */
  readonly wrong: readonly string[]
}

/** Two tablets answer the same order, alike or in opposite ways, 0 to 50 ms apart, on a slow connection. */
export async function race(count: number, seed: number, servers = 1): Promise<Races> {
  const chance = createChance(seed)
  const total = { races: 0, posts: 0, wrong: [] as string[] }
  while (total.races < count) {
    const rig = await createAttemptRig({ random: randomOf(chance), servers })
    const raced: (readonly [RigAttempt, RigAttempt])[] = []
    for (let number = 0; number < batch && total.races < count; number += 1) {
      const [first, second] = chance.pick(pairs)
      const isReady = first === 'ready' || second === 'ready'
      const order = await rig.place(isReady ? 'ready' : first.startsWith('digital') ? first : second)
      rig.vendor.faults(order.id).add({ kind: 'slow', ms: chance.between(0, 200), times: 40 })
      const earlier = rig.tap(order, first)
      const apartMs = chance.between(0, 50)
      if (apartMs > 0) await rig.clock.advance(apartMs)
      raced.push([earlier, rig.tap(order, second)])
      total.races += 1
    }
    await rig.clock.advance(10_000)
    for (const [earlier, later] of raced) total.wrong.push(...judge(earlier, later))
    total.wrong.push(...(await rig.finish()))
    for (const { order } of raced.map(([earlier]) => earlier)) {
      const posts = rig.vendor.requests.filter(({ orderId, action }) => orderId === order.id && action).length
      total.posts += posts
      if (posts !== 1) total.wrong.push(`${posts} POSTs on ${order.id}`)
    }
  }
  return total
}

/** One was first; the other is told who that was and when. */
function judge(earlier: RigAttempt, later: RigAttempt): readonly string[] {
  const [won, lost] = later.answers[0]?.status === 200 ? [later, earlier] : [earlier, later]
  const refusal = lost.answers[0]
  const { order, action, by, at } = Object(refusal?.data) as Readonly<Record<string, unknown>>
  const isClear = refusal?.code === 'order_busy' || refusal?.code === 'already_answered'
  const winner = won === earlier ? 'Counter' : 'Kitchen'
  const isNamed = order === won.order.id && action === won.action && Object(by).tablet === winner
  if (won.answers[0]?.status === 200 && refusal?.status === 409 && isClear && isNamed && typeof at === 'string')
    return []
  return [`${won.way} and ${lost.way} on ${won.order.id}: ${JSON.stringify([won.answers[0]?.status, lost.answers[0]])}`]
}
