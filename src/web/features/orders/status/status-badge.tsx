import { readable } from '#contract/salvage.ts'
import type { ReadOrder } from '#contract/vendor/order.ts'
import { pictureAddress } from '#web/format/picture-address.ts'
import { Sign } from '#web/components/picture.tsx'
import { ServiceText } from '#web/components/text.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { badgeStyle, badgeTone } from './decoration.ts'

/** The status in the service's words, and in its colours if they are legible. */
export function StatusBadge({ order }: { readonly order: ReadOrder }) {
  const t = useTranslate()
  const status = readable(order.status)
  const title = readable(status?.title) || readable(status?.key) || t('order.unknownStatus')
  return (
    <span className="status-badge" data-tone={badgeTone(status)} style={badgeStyle(status)}>
      <Sign src={pictureAddress(readable(status?.decoration)?.featured_icon)} className="size-5 object-contain" />
      <ServiceText className="line-clamp-3">{title}</ServiceText>
    </span>
  )
}
