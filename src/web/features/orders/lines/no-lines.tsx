import { isUnread, type OrderView } from '#web/api/order.ts'
import { canBeDismissed, isDismissed } from '#contract/desk/dismiss.ts'
import { Unreadable } from '#contract/salvage.ts'
import { Message } from '#web/components/message.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'

/** Why no line of an order is shown: that it was never read is not that it has none. */
export function NoLines({ view }: { readonly view: OrderView }) {
  const t = useTranslate()
  const { order, row } = view
  if (isUnread(view)) {
    // Beside the way to put it aside the reason stands already.
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
