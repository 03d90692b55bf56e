import type { OrderRow } from '#contract/desk/inbox.ts'
import type { ReadOrder } from '#contract/vendor/order.ts'
import { pickCount } from '#features/orders/picking/pick-count.ts'
import { formatWhen } from '#reading/format-when.ts'
import { useToday } from '#reading/is-today.ts'
import { useLanguage, useWords } from '#words/words.tsx'

interface CardMarksProps {
  readonly row: OrderRow
  readonly order: ReadOrder
}

/** What the shop marked: how far the packing is, and whether the bag is gone. */
export function CardMarks({ row: { lane, picks, handed_over: out, returned }, order }: CardMarksProps) {
  const say = useWords()
  const language = useLanguage()
  useToday()
  const time = (at: string) => formatWhen(Date.parse(at), language)
  const { picked, missing, total } = pickCount(order, picks)
  return (
    <>
      {lane === 'preparing' && picks.length > 0 && (
        <span className="flex flex-wrap gap-x-3 text-sm font-semibold">
          <span className={picked === total ? 'text-good' : ''}>
            {picked === total ? say('pick.all') : say('pick.progress', { picked, total })}
          </span>
          {missing > 0 && <span className="text-red">{say('pick.missingCount', { count: missing })}</span>}
        </span>
      )}
      {out && (
        <span className="block text-sm font-semibold text-good">{say('card.handedOver', { time: time(out.at) })}</span>
      )}
      {returned && (
        <span className="block text-sm font-semibold text-amber">
          {say('card.returned', { time: time(returned.at) })}
        </span>
      )}
    </>
  )
}
