import type { TimelineEntry } from '#contract/desk/inbox.ts'
import { readable } from '#contract/salvage.ts'
import { lineKey, orderItems, type ReadOrder } from '#contract/vendor/order.ts'

/** The desk keeps the names of no more. */
const namesAtMost = 30

/**
 * The lines that the customer is asked about now, each by its `lineKey`. The story has their names alone, in one text: none
 * where a name is not that of exactly one line, or where others may have been left out.
 */
export function askedLines(order: ReadOrder, timeline: readonly TimelineEntry[]): readonly string[] {
  const last = timeline.findLastIndex(({ what }) => what === 'about')
  const isPast = timeline.slice(last + 1).some(({ what, detail }) => what === 'lane' && detail !== 'contact')
  const names = timeline[last]?.detail?.split(' · ') ?? []
  if (isPast || names.length >= namesAtMost) return []
  const lines = orderItems(order).map((line, index) => ({
    key: lineKey(line, index),
    name: readable(readable(readable(line)?.product)?.name),
  }))
  const asked = names.map((asked) => lines.filter(({ name }) => name === asked))
  return asked.every((same) => same.length === 1) ? asked.flat().map(({ key }) => key) : []
}
