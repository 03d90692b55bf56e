import { readSaved, writeSaved } from '#web/api/preferences.ts'
import { useStore } from '#web/api/store.ts'
import { ServiceText } from '#web/components/text.tsx'
import { Quantity } from '#web/format/value.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import type { DayCount } from './all-day.ts'
import { markedProduct } from './station-context.ts'
import { useState } from 'react'

const key = 'station-counts'

/** Whether this tablet shows the all-day counts. It is remembered. */
export function useCountsShown(): readonly [boolean, (areShown: boolean) => void] {
  const [areShown, setShown] = useState(() => readSaved(key) === 'yes')
  return [
    areShown,
    (next) => {
      writeSaved(key, next ? 'yes' : 'no')
      setShown(next)
    },
  ]
}

/** How much of each product is still to be prepared. A press on one marks the tickets that have it. */
export function CountsPanel({ counts }: { readonly counts: readonly DayCount[] }) {
  const t = useTranslate()
  const marked = useStore(markedProduct)
  return (
    <section aria-label={t('station.counts')} className="station-counts">
      {counts.length === 0 && <p className="text-soft">{t('station.countsNone')}</p>}
      <ul>
        {counts.map(({ product, name, quantity, orders }) => (
          <li key={product}>
            <button
              type="button"
              aria-pressed={marked === product}
              className="station-count"
              onClick={() => markedProduct.set(marked === product ? undefined : product)}
            >
              <span className="station-count-quantity">
                <Quantity of={quantity} />
              </span>
              <span className="station-count-name">
                <ServiceText>{name}</ServiceText>{' '}
                <span className="station-count-orders">{t('station.inOrders', { count: orders })}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
