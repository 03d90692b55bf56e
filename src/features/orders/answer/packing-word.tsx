import type { OrderView } from '#client/order.ts'
import { nextKind } from '#features/orders/hand-over/hand-over-kinds.ts'
import { HandOverState } from '#features/orders/hand-over/hand-over-state.tsx'
import { hindrance } from '#features/orders/order-can.ts'
import { pickCount } from '#features/orders/picking/pick-count.ts'
import { Message } from '#ui/message.tsx'
import { useWords } from '#words/words.tsx'
import { useRejectWanted } from './reject-wanted.ts'

interface PackingWordProps {
  readonly view: OrderView & { readonly row: NonNullable<OrderView['row']> }
  /** Ready was tapped, and can still be undone. */
  readonly isReadyHeld: boolean
  /** Somebody has just missed a line. */
  readonly onMissed: () => void
}

/** In the bar: how far the bag is, before it is ready, and the way to give it away afterwards. */
export function PackingWord({ view, isReadyHeld, onMissed }: PackingWordProps) {
  const say = useWords()
  const kind = nextKind(view)
  // It may have become ready, or be closed, while the desk kept the mark.
  useRejectWanted(view.order.id, () => hindrance('reject', view.lane) === undefined && onMissed())
  if (kind) return <HandOverState view={view} kind={kind} isNext />
  const { total, picked } = pickCount(view.order, view.row.picks)
  if (total > 0 && picked === total) return <p className="text-center font-semibold text-good">{say('pick.all')}</p>
  if (!isReadyHeld || total === 0) return null
  // It keeps nobody from it.
  return (
    <Message role="status" look="amber">
      {say('pick.open', { count: total - picked })}
    </Message>
  )
}
