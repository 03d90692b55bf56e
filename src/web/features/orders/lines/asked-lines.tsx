import type { TimelineEntry } from '#contract/desk/inbox.ts'
import { readable } from '#contract/salvage.ts'
import { lineKey, orderItems, type ReadOrder } from '#contract/vendor/order.ts'
import type { OrderView } from '#web/api/order.ts'
import { useTranslate } from '#web/i18n/translations.tsx'

/** The server stores no more names. */
const namesAtMost = 30

/**
 * The lines that the customer is currently asked about, each by its `lineKey`. The timeline holds only their names, in one
 * text. Returns none if a name does not belong to exactly one line, or if names may have been cut.
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

interface AskedAboutProps {
  readonly view: OrderView
  readonly lineKey: string
}

/** Marks a line that the customer is asked about. */
export function AskedAbout({ view: { order, row }, lineKey }: AskedAboutProps) {
  const t = useTranslate()
  if (!row || !askedLines(order, row.timeline).includes(lineKey)) return null
  return (
    <p className="mt-1 inline-block rounded-sm bg-accent-tint px-2 text-sm font-semibold text-strong">
      {t('asked.line')}
    </p>
  )
}
