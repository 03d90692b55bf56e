import { readable } from '#contract/salvage.ts'
import type { ReadOrder } from '#contract/vendor/order.ts'
import { ServiceText } from '#ui/text.tsx'
import { useWords } from '#words/words.tsx'
import { badgeColours } from './decoration.ts'

/** The status in the service's own words, and in its colours where they can be read. */
export function StatusBadge({ order }: { readonly order: ReadOrder }) {
  const say = useWords()
  const status = readable(order.status)
  const title = readable(status?.title) || readable(status?.key) || say('order.unknownStatus')
  return (
    <span className="status-badge" style={badgeColours(status)}>
      <ServiceText className="line-clamp-3">{title}</ServiceText>
    </span>
  )
}
