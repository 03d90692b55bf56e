import type { OrderView } from '#client/order.ts'
import { nextKind } from '#features/orders/hand-over/hand-over-kinds.ts'
import { HandOverState } from '#features/orders/hand-over/hand-over-state.tsx'
import { pickCount } from '#features/orders/picking/pick-count.ts'
import { Button } from '#ui/button.tsx'
import { Message } from '#ui/message.tsx'
import { useWords } from '#words/words.tsx'

interface PackingWordProps {
  readonly view: OrderView & { readonly row: NonNullable<OrderView['row']> }
  /** Ready was tapped, and can still be undone. */
  readonly isReadyHeld: boolean
  /** The customer is to be asked about what was not found. */
  readonly onAsk: () => void
}

/** In the bar: how far the bag is, before it is ready, and the way to give it away afterwards. */
export function PackingWord({ view, isReadyHeld, onAsk }: PackingWordProps) {
  const say = useWords()
  const kind = nextKind(view)
  // What was typed and compared for one way says nothing of the other.
  if (kind) return <HandOverState key={kind} view={view} kind={kind} isNext />
  const { total, picked, missing } = pickCount(view.order, view.row.picks)
  if (total > 0 && picked === total) return <p className="text-center font-semibold text-good">{say('pick.all')}</p>
  if (missing > 0 && !isReadyHeld) return <Button onClick={onAsk}>{say('pick.ask', { count: missing })}</Button>
  if (!isReadyHeld || total === 0) return null
  const open = total - picked - missing
  // They keep nobody from it.
  return (
    <>
      {missing > 0 && (
        <Message live="polite" look="red">
          {say('pick.unasked', { count: missing })}
        </Message>
      )}
      {open > 0 && (
        <Message live="polite" look="amber">
          {say('pick.open', { count: open })}
        </Message>
      )}
    </>
  )
}
