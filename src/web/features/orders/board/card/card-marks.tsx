import type { OrderRow } from '#contract/desk/inbox.ts'
import { readable } from '#contract/salvage.ts'
import { orderItems, type ReadOrder } from '#contract/vendor/order.ts'
import { pickCount } from '#web/features/orders/picking/use-picks.ts'
import { flatten } from '#web/format/customer-notes.ts'
import { formatWhen, useToday } from '#web/format/times.ts'
import { useLanguage, useTranslate, type MessageKey } from '#web/i18n/translations.tsx'

interface CardMarksProps {
  readonly row: OrderRow
  readonly order: ReadOrder
}

/** The shop's marks: packing progress, hand-over and return. */
export function CardMarks({ row: { lane, picks, handed_over: out, returned }, order }: CardMarksProps) {
  const t = useTranslate()
  const language = useLanguage()
  useToday()
  const time = (at: string) => formatWhen(Date.parse(at), language)
  const { picked, missing, total } = pickCount(order, picks)
  return (
    <>
      {lane === 'preparing' && picks.length > 0 && (
        <span className="flex flex-wrap gap-x-3 text-sm font-semibold">
          <span className={picked === total ? 'text-good' : ''}>
            {picked === total ? t('pick.all') : t('pick.progress', { picked, total })}
          </span>
          {missing > 0 && <span className="text-red">{t('pick.missingCount', { count: missing })}</span>}
        </span>
      )}
      {out && (
        <span className="block text-sm font-semibold text-good">{t('card.handedOver', { time: time(out.at) })}</span>
      )}
      {returned && (
        <span className="block text-sm font-semibold text-amber">
          {t('card.returned', { time: time(returned.at) })}
        </span>
      )}
    </>
  )
}

/** A highlighted property on a card. */
type Tag = Extract<MessageKey, `tag.${string}`>

/** The payment method in the service's words, or its key if it has no title. */
export function paymentOf(order: ReadOrder): string | undefined {
  const method = readable(order.payment_method)
  return readable(method?.title)?.trim() || readable(method?.key)?.trim() || undefined
}

export function tagsOf({ is_digital: isDigital }: Pick<OrderRow, 'is_digital'>, order: ReadOrder): readonly Tag[] {
  const tags: Tag[] = []
  const hasNotes = orderItems(order).some((line) => flatten(readable(line)?.customizations).wishes.length > 0)
  if (hasNotes) tags.push('tag.wishes')
  if (isDigital) tags.push('tag.digital')
  if (order.is_pickup === true) tags.push('tag.pickup')
  if (order.is_pickup === false) tags.push('tag.delivery')
  return tags
}
