import type { TimelineEntry } from '#contract/desk/inbox.ts'
import { isRecord } from '#contract/json.ts'
import { readable } from '#contract/salvage.ts'
import { lineKey, orderItems, type ReadOrder } from '#contract/vendor/order.ts'
import { isUnread, type OrderView } from '#web/api/order.ts'
import { markedLines } from '#web/api/screen-state.ts'
import { useShortages } from '#web/api/shortages.tsx'
import { useStore } from '#web/api/store.ts'
import { isPacked } from '#web/features/orders/order-can.ts'
import { PickingLines } from '#web/features/orders/picking/picking-lines.tsx'
import { Value } from '#web/format/value.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { shortagesIn } from './lines-out.ts'
import { NoLines, OrderLine } from './order-line.tsx'
import { useDeferredValue, useEffect, useRef } from 'react'

/** The server stores no more names. */
const namesAtMost = 30

/**
 * The lines that the customer is currently asked about, each by its `lineKey`. The timeline holds only their names, in one
 * text. Returns none if a name does not belong to exactly one line, or if names may have been cut.
 */
export function askedLines(order: ReadOrder, timeline: readonly TimelineEntry[]): readonly string[] {
  const last = timeline.findLastIndex(({ what }) => what === 'about')
  const isPast = timeline.slice(last + 1).some(({ what, detail }) => what === 'lane' && detail !== 'contact')
  const names = timeline[last]?.detail?.split(' · ') ?? []
  if (isPast || names.length >= namesAtMost) return []
  const lines = orderItems(order).map((line, index) => ({
    key: lineKey(line, index),
    name: readable(readable(readable(line)?.product)?.name),
  }))
  const asked = names.map((asked) => lines.filter(({ name }) => name === asked))
  return asked.every((same) => same.length === 1) ? asked.flat().map(({ key }) => key) : []
}

interface AskedAboutProps {
  readonly view: OrderView
  readonly lineKey: string
}

/** Marks a line that the customer is asked about. */
function AskedAbout({ view: { order, row }, lineKey }: AskedAboutProps) {
  const t = useTranslate()
  if (!row || !askedLines(order, row.timeline).includes(lineKey)) return null
  return (
    <p className="mt-1 inline-block rounded-sm bg-accent-tint px-2 text-sm font-semibold text-strong">
      {t('asked.line')}
    </p>
  )
}

interface LineCountProps {
  readonly quantity: ReadOrder['total_quantity']
  readonly products: number
}

/** How many items of how many products: `8 items (6 products)`. unspecified: a quantity that is no whole number. */
function LineCount({ quantity, products }: LineCountProps) {
  const t = useTranslate()
  const count = Number(readable(quantity) ?? Number.NaN)
  if (Number.isSafeInteger(count)) return t('order.itemCount', { quantity: count, products })
  return (
    <>
      {t('order.items', { count: products })} <Value of={quantity} />
    </>
  )
}

/** Whether all was delivered as codes, so that there is nothing to pack. */
const isDelivered = ({ order, matches }: OrderView): boolean =>
  orderItems(order).every((line, index) => {
    const item = matches.find((match) => match.line === lineKey(line, index))?.item
    return isRecord(item) && item['is_virtual'] === true
  })

/** As many lines as a screen shows at once. */
const drawnAtOnce = 5

/** The order's lines, with packing controls while it is packed. */
export function OrderLines({ view }: { readonly view: OrderView }) {
  const { order, row, lane, matches, catalogState } = view
  const section = useRef<HTMLElement>(null)
  const drawn = useDeferredValue(Infinity, drawnAtOnce)
  const marked = useStore(markedLines)
  useEffect(() => {
    section.current?.querySelector('[aria-current=true]')?.scrollIntoView({ block: 'center' })
  }, [marked, drawn])
  const out = shortagesIn(order, { lane, picks: row?.picks ?? [] }, useShortages())
  const lines = orderItems(order).map((line, index) => {
    const key = lineKey(line, index)
    return {
      lineKey: key,
      line,
      order,
      isMarked: marked?.orderId === order.id && marked.keys.includes(key),
      match: matches.find((match) => match.line === key),
      isCatalogGrowing: catalogState === 'growing',
      shortage: out[index],
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
        <LineCount quantity={order.total_quantity} products={lines.length} />
      </h2>
      {none}
      {isPacked(lane) && row && !isDelivered(view) ? <PickingLines view={{ ...view, row }} lines={lines} /> : plain}
    </section>
  )
}
