import { canBeDismissed, isDismissed } from '#contract/desk/board-actions.ts'
import { Unreadable } from '#contract/salvage.ts'
import { isUnread, type OrderView } from '#web/api/order.ts'
import { Message, ServiceText } from '#web/components/text.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'

/** Explains why no lines are shown: the order was never read, its lines are unreadable, or it has none. */
export function NoLines({ view }: { readonly view: OrderView }) {
  const t = useTranslate()
  const { order, row } = view
  if (isUnread(view)) {
    // The dismiss button already shows the reason.
    if (row && canBeDismissed(row)) return null
    const isGivenUp = row?.problem === 'not_found' && isDismissed(row)
    return (
      <Message look="amber" role="note">
        {t(isGivenUp ? 'aside.not_found' : `problem.${row?.problem ?? 'unread'}`)}
      </Message>
    )
  }
  return order.items instanceof Unreadable ? (
    <Message look="red">{t('order.itemsUnreadable')}</Message>
  ) : (
    <Message look="amber">{t('order.noItems')}</Message>
  )
}

/** A line that is unreadable, with the raw data. */
export function UnreadableLine({ line }: { readonly line: Unreadable }) {
  const t = useTranslate()
  return (
    <Message look="amber">
      <p className="text-lg font-semibold">{t('order.lineUnreadable')}</p>
      <p>{t('unreadableLine.hint')}</p>
      <ServiceText className="block text-sm">{JSON.stringify(line.raw)?.slice(0, 300) ?? ''}</ServiceText>
    </Message>
  )
}
