import { readable } from '#contract/salvage.ts'
import type { ReadOrder } from '#contract/vendor/order.ts'
import { pictureAddress } from '#reading/picture-address.ts'
import { Sign } from '#ui/picture.tsx'
import { ServiceText } from '#ui/text.tsx'
import { useWords } from '#words/words.tsx'
import { badgeStyle, badgeTone } from './decoration.ts'

/** The status in the service's own words, and in its colours where they can be read. */
export function StatusBadge({ order }: { readonly order: ReadOrder }) {
  const say = useWords()
  const status = readable(order.status)
  const title = readable(status?.title) || readable(status?.key) || say('order.unknownStatus')
  return (
    <span className="status-badge" data-tone={badgeTone(status)} style={badgeStyle(status)}>
      <Sign src={pictureAddress(readable(status?.decoration)?.featured_icon)} className="size-5 object-contain" />
      <ServiceText className="line-clamp-3">{title}</ServiceText>
    </span>
  )
}
