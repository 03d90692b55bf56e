import { PickingLines } from '#web/features/orders/picking/picking-lines.tsx'
import { NoLines } from './line-notes.tsx'
import { AskedAbout } from './asked-lines.tsx'
import { markedLines } from '#web/api/screen-state.ts'
import { isUnread, type OrderView } from '#web/api/order.ts'
import { useStore } from '#web/api/store.ts'
import { lineKey, orderItems } from '#contract/vendor/order.ts'
import { useTranslate } from '#web/i18n/translations.tsx'
import { useDeferredValue, useEffect, useRef } from 'react'
import { isPacked } from '#web/features/orders/order-can.ts'
import { OrderLine } from './order-line.tsx'
import { Value } from '#web/format/value.tsx'

/** As many lines as a screen shows at once. */
const drawnAtOnce = 5

/** The order's lines, with packing controls while it is packed. */
export function OrderLines({ view }: { readonly view: OrderView }) {
  const { order, row, lane, matches, catalogState } = view
  const t = useTranslate()
  const section = useRef<HTMLElement>(null)
  const drawn = useDeferredValue(Infinity, drawnAtOnce)
  const marked = useStore(markedLines)
  useEffect(() => {
    section.current?.querySelector('[aria-current=true]')?.scrollIntoView({ block: 'center' })
  }, [marked, drawn])
  const lines = orderItems(order).map((line, index) => {
    const key = lineKey(line, index)
    return {
      lineKey: key,
      line,
      order,
      isMarked: marked?.orderId === order.id && marked.keys.includes(key),
      match: matches.find((match) => match.line === key),
      isCatalogGrowing: catalogState === 'growing',
    }
  })
  const plain = (
    <ul className="divide-y divide-line">
      {lines.slice(0, drawn).map(({ lineKey: key, ...line }, place) => (
        <OrderLine
          // Keyed by index, because two lines may have the same id.
          key={place}
          {...line}
          foot={lane === 'contact' && <AskedAbout view={view} lineKey={key} />}
        />
      ))}
    </ul>
  )
  const none = lines.length === 0 && <NoLines view={view} />
  if (isUnread(view)) return none
  return (
    <section ref={section} aria-labelledby="order-lines" className="rounded border border-line bg-raised px-4 py-3">
      <h2 id="order-lines" className="flex flex-wrap items-baseline gap-x-4 text-base font-bold text-soft">
        {t('order.items', { count: lines.length })}
        <span className="font-normal">
          {t('order.totalQuantity')} <Value of={order.total_quantity} />
        </span>
      </h2>
      {none}
      {isPacked(lane) && row ? <PickingLines view={{ ...view, row }} lines={lines} /> : plain}
    </section>
  )
}
