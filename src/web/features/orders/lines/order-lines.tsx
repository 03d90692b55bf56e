import { markedLines } from '#web/api/marked-lines.ts'
import { isUnread, type OrderView } from '#web/api/order.ts'
import { useStore } from '#web/api/store.ts'
import { lineKey, orderItems } from '#contract/vendor/order.ts'
import { Message } from '#web/components/message.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { Fallback } from '#web/components/fallback.tsx'
import { lazily } from '#web/i18n/catalogs.ts'
import { Suspense, useDeferredValue, useEffect, useRef } from 'react'
import { isPacked } from '#web/features/orders/order-can.ts'
import { OrderLine } from './order-line.tsx'
import { Value } from '#web/format/value.tsx'

const AskedAbout = lazily(async () => (await import('./asked-about.tsx')).AskedAbout)
const NoLines = lazily(async () => (await import('./no-lines.tsx')).NoLines)
const PickingLines = lazily(async () => (await import('#web/features/orders/picking/picking-lines.tsx')).PickingLines)

/** As many as a screen has room for. */
const drawnAtOnce = 5

/** What is to be packed. */
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
          // Two lines may have one id.
          key={place}
          {...line}
          foot={
            lane === 'contact' && (
              <Fallback instead={null}>
                <AskedAbout view={view} lineKey={key} />
              </Fallback>
            )
          }
        />
      ))}
    </ul>
  )
  const none = lines.length === 0 && (
    <Fallback instead={<Message look="red">{t('screen.notLoaded')}</Message>}>
      <NoLines view={view} />
    </Fallback>
  )
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
      {isPacked(lane) && row ? (
        <Fallback instead={plain}>
          <Suspense fallback={plain}>
            <PickingLines view={{ ...view, row }} lines={lines} />
          </Suspense>
        </Fallback>
      ) : (
        plain
      )}
    </section>
  )
}
