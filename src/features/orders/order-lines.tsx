import { markedLines } from '#client/marked-lines.ts'
import type { ItemMatch } from '#contract/desk/inbox.ts'
import { Unreadable } from '#contract/salvage.ts'
import { lineKey, orderItems, type ReadOrder } from '#contract/vendor/order.ts'
import { Message } from '#ui/message.tsx'
import { useWords } from '#words/words.tsx'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { OrderLine } from './order-line.tsx'
import { Value } from '#reading/value.tsx'

interface OrderLinesProps {
  readonly order: ReadOrder
  readonly matches: readonly ItemMatch[]
}

/** What is to be packed. */
export function OrderLines({ order, matches }: OrderLinesProps) {
  const say = useWords()
  const lines = orderItems(order)
  const list = useRef<HTMLUListElement>(null)
  const marked = useSyncExternalStore(markedLines.watch, markedLines.read)
  useEffect(() => {
    list.current?.querySelector('[aria-current=true]')?.scrollIntoView({ block: 'center' })
  }, [marked])
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
      <ul ref={list} className="divide-y divide-line">
        {lines.map((line, index) => (
          <OrderLine
            key={lineKey(line, index)}
            line={line}
            currency={order.currency}
            isMarked={marked?.orderId === order.id && marked.keys.includes(lineKey(line, index))}
            match={matches.find((match) => match.line === lineKey(line, index))}
          />
        ))}
      </ul>
    </section>
  )
}
