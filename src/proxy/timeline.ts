import type { TimelineRecord } from './store.ts'

/** As long as a reading is ahead of the answer that it belongs to. */
const togetherMs = 5000

const answers = new Set(['accept done', 'reject done', 'reject asked', 'ready done'])

/**
 * What happened, with each cause before its effect: the reading that shows where an answer led is written a moment
 * before it is known that the answer was done.
 */
export function causesFirst(entries: readonly TimelineRecord[]): readonly TimelineRecord[] {
  const told = [...entries]
  for (const [index, entry] of told.entries()) {
    const next = told[index + 1]
    const isEffect = entry.what === 'lane' && next !== undefined && answers.has(`${next.what} ${next.detail}`)
    if (isEffect && next.at - entry.at <= togetherMs) told.splice(index, 2, next, entry)
  }
  return told
}
