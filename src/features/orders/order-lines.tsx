import { readable, Unreadable } from '#contract/salvage.ts'
import { orderItems, type ReadOrder } from '#contract/vendor/order.ts'
import { Message } from '#ui/message.tsx'
import { useWords } from '#words/words.tsx'
import { OrderLine } from './order-line.tsx'
import { Value } from './value.tsx'

/** What is to be packed. */
export function OrderLines({ order }: { readonly order: ReadOrder }) {
  const say = useWords()
  const lines = orderItems(order)
  return (
    <section aria-labelledby="order-lines" className="rounded border border-line bg-raised px-4 py-3 tablet:px-6">
      <h2 id="order-lines" className="flex flex-wrap items-baseline gap-x-4 text-base font-bold text-soft">
        {say('order.items', { count: lines.length })}
        <span className="font-normal">
          {say('order.totalQuantity')} <Value of={order.total_quantity} />
        </span>
      </h2>
      {order.items instanceof Unreadable && <Message look="red">{say('order.itemsUnreadable')}</Message>}
      {lines.length === 0 && !(order.items instanceof Unreadable) && (
        <Message look="amber">{say('order.noItems')}</Message>
      )}
      <ul className="divide-y divide-line">
        {lines.map((line, index) => (
          <OrderLine key={keyOf(line, index)} line={line} currency={order.currency} />
        ))}
      </ul>
    </section>
  )
}

const keyOf = (line: ReturnType<typeof orderItems>[number], index: number) =>
  line instanceof Unreadable ? `unreadable-${index}` : (readable(line.id) ?? `line-${index}`)
