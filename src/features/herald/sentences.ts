import type { Say } from '#words/words.tsx'
import type { Tidings } from './tidings.ts'

/** More than that at once is counted. */
const eachAtMost = 3

/** Tidings as a person would tell them, each a sentence of its own. */
export function sentencesOf({ arrived, changed }: Tidings, say: Say): readonly string[] {
  const [only] = arrived
  return [
    ...(arrived.length === 1 && only !== undefined ? [say('spoken.newOrder', { number: only })] : []),
    ...(arrived.length > 1 ? [say('spoken.newOrders', { count: arrived.length })] : []),
    ...(changed.length > eachAtMost
      ? [say('spoken.changed', { count: changed.length })]
      : changed.map(({ number, lane }) => say(`spoken.lane.${lane}`, { number }))),
  ]
}
