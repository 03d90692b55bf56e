import { isUnread, type OrderView } from '#client/order.ts'
import { canBePutAside, isPutAside } from '#contract/desk/put-aside.ts'
import { Unreadable } from '#contract/salvage.ts'
import { Message } from '#ui/message.tsx'
import { useWords } from '#words/words.tsx'

/** Why no line of an order is shown: that it was never read is not that it has none. */
export function NoLines({ view }: { readonly view: OrderView }) {
  const say = useWords()
  const { order, row } = view
  if (isUnread(view)) {
    // Beside the way to put it aside the reason stands already.
    if (row && canBePutAside(row)) return null
    const isGivenUp = row?.problem === 'not_found' && isPutAside(row)
    return (
      <Message look="amber" role="note">
        {say(isGivenUp ? 'aside.not_found' : `problem.${row?.problem ?? 'unread'}`)}
      </Message>
    )
  }
  return order.items instanceof Unreadable ? (
    <Message look="red">{say('order.itemsUnreadable')}</Message>
  ) : (
    <Message look="amber">{say('order.noItems')}</Message>
  )
}
