import type { OrderRow } from '#contract/desk/inbox.ts'
import type { ReadOrder } from '#contract/vendor/order.ts'
import { pickCount } from '#web/features/orders/picking/pick-count.ts'
import { formatWhen } from '#web/format/format-when.ts'
import { useToday } from '#web/format/is-today.ts'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'

interface CardMarksProps {
  readonly row: OrderRow
  readonly order: ReadOrder
}

/** What the shop marked: how far the packing is, and whether the bag is gone. */
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
