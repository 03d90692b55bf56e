import type { OrderView } from '#client/order.ts'
import { useTimeLeft } from '#features/orders/time/use-time-left.ts'
import { orderNumber } from '#reading/order-number.ts'
import { urgencyInks } from '#ui/countdown-ring.tsx'
import { Digits } from '#ui/text.tsx'
import { formatCountdown } from '#words/format.ts'
import { useLanguage, useWords } from '#words/words.tsx'

/** Which order a dialog asks about, and how long it can still wait: the dialog may cover both. */
export function OrderAsked({ view }: { readonly view: OrderView }) {
  const say = useWords()
  const language = useLanguage()
  const left = useTimeLeft(view)
  return (
    <p className="flex min-w-0 flex-wrap items-baseline justify-end gap-x-3 font-bold">
      <Digits className="min-w-0 truncate">{orderNumber(view.order)}</Digits>
      {view.lane === 'answer' && left && (
        <span role="timer" aria-label={say('time.left')} className={urgencyInks[left.urgency]}>
          <Digits>{formatCountdown(left.seconds, language)}</Digits>
        </span>
      )}
    </p>
  )
}
