import type { OrderView } from '#web/api/order.ts'
import { Button } from '#web/components/button.tsx'
import { Message } from '#web/components/text.tsx'
import { HandOverState } from '#web/features/orders/hand-over/hand-over-state.tsx'
import { nextKind } from '#web/features/orders/hand-over/use-hand-over.tsx'
import { pickCount } from '#web/features/orders/picking/pick-count.ts'
import { useTranslate } from '#web/i18n/translations.tsx'

interface PackingNoteProps {
  readonly view: OrderView & { readonly row: NonNullable<OrderView['row']> }
  /** Ready was pressed and can still be undone. */
  readonly isReadyHeld: boolean
  /** Called to ask the customer about missing items. */
  readonly onAsk: () => void
}

/** The bar's packing progress before the order is ready, and its hand-over afterwards. */
export function PackingNote({ view, isReadyHeld, onAsk }: PackingNoteProps) {
  const t = useTranslate()
  const kind = nextKind(view)
  // The key discards a typed code when the kind of hand-over changes.
  if (kind) return <HandOverState key={kind} view={view} kind={kind} isNext />
  const { total, picked, missing } = pickCount(view.order, view.row.picks)
  if (total > 0 && picked === total) return <p className="text-center font-semibold text-good">{t('pick.all')}</p>
  // In the hold it would come too late: the eye is on Undo.
  if (isReadyHeld) {
    if (missing === 0) return null
    return (
      <Message live="polite" look="red">
        {t('pick.unasked', { count: missing })}
      </Message>
    )
  }
  const open = total - picked - missing
  return (
    <>
      {missing > 0 && <Button onClick={onAsk}>{t('pick.ask', { count: missing })}</Button>}
      {/* Shops that do not tick lines are not reminded of it. */}
      {picked + missing > 0 && open > 0 && (
        <p className="text-center text-sm font-semibold text-amber">{t('pick.open', { count: open })}</p>
      )}
    </>
  )
}
