import type { OrderView } from '#web/api/order.ts'
import { nextKind } from '#web/features/orders/hand-over/hand-over-kinds.ts'
import { HandOverState } from '#web/features/orders/hand-over/hand-over-state.tsx'
import { pickCount } from '#web/features/orders/picking/pick-count.ts'
import { Button } from '#web/components/button.tsx'
import { Message } from '#web/components/message.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'

interface PackingWordProps {
  readonly view: OrderView & { readonly row: NonNullable<OrderView['row']> }
  /** Ready was tapped, and can still be undone. */
  readonly isReadyHeld: boolean
  /** The customer is to be asked about what was not found. */
  readonly onAsk: () => void
}

/** In the bar: how far the bag is, before it is ready, and the way to give it away afterwards. */
export function PackingWord({ view, isReadyHeld, onAsk }: PackingWordProps) {
  const t = useTranslate()
  const kind = nextKind(view)
  // What was typed and compared for one way says nothing of the other.
  if (kind) return <HandOverState key={kind} view={view} kind={kind} isNext />
  const { total, picked, missing } = pickCount(view.order, view.row.picks)
  if (total > 0 && picked === total) return <p className="text-center font-semibold text-good">{t('pick.all')}</p>
  if (missing > 0 && !isReadyHeld) return <Button onClick={onAsk}>{t('pick.ask', { count: missing })}</Button>
  if (!isReadyHeld || total === 0) return null
  const open = total - picked - missing
  // They keep nobody from it.
  return (
    <>
      {missing > 0 && (
        <Message live="polite" look="red">
          {t('pick.unasked', { count: missing })}
        </Message>
      )}
      {open > 0 && (
        <Message live="polite" look="amber">
          {t('pick.open', { count: open })}
        </Message>
      )}
    </>
  )
}
