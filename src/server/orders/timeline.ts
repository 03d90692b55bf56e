import type { TimelineRecord } from '#domain/order.ts'

/** As long as a reading is ahead of the answer that it belongs to. */
const togetherMs = 5000

const answers = new Set(['accept done', 'reject done', 'reject asked', 'ready done'])

/**
 * What happened, with each cause before its effect: the reading that shows where an answer led is written a moment
 * before it is known that the answer was done.
 */
export function causesFirst(entries: readonly TimelineRecord[]): readonly TimelineRecord[] {
  const told = [...entries]
  for (let index = 0; index + 1 < told.length; index += 1) {
    const [entry, next] = told.slice(index, index + 2) as [TimelineRecord, TimelineRecord]
    // No answer leads to the lane in which one is awaited; and each effect is moved once.
    const isEffect = entry.what === 'lane' && entry.detail !== 'answer' && answers.has(`${next.what} ${next.detail}`)
    if (!isEffect || next.at - entry.at > togetherMs) continue
    told.splice(index, 2, next, entry)
    index += 1
  }
  return told
}
