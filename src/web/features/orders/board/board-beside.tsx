import { boardQuery } from '#web/api/board.ts'
import { useStore } from '#web/api/store.ts'
import { Count } from '#web/format/value.tsx'
import { Skeleton } from '#web/components/text.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { useQuery } from '@tanstack/react-query'
import { boardLanes, rowsOf } from './lanes.ts'
import { OrderCard } from './card/order-card.tsx'

const wide = '(min-width: 64rem)'
function watchWidth(onChange: () => void): () => void {
  const media = matchMedia(wide)
  media.addEventListener('change', onChange)
  return () => media.removeEventListener('change', onChange)
}

/** The board beside an open order: waiting orders stay visible, and each card is a link. */
export function BoardBeside() {
  const isWide = useStore({ watch: watchWidth, read: () => matchMedia(wide).matches })
  return isWide ? <Lanes /> : null
}

function Lanes() {
  const t = useTranslate()
  const { data } = useQuery(boardQuery())
  if (!data) return <Skeleton className="h-40" />
  return boardLanes.map((lane) => {
    const rows = rowsOf(lane, data.data)
    if (rows.length === 0) return null
    return (
      <section key={lane} aria-label={t(`lane.${lane}`)}>
        <h2 className="sticky top-0 z-1 flex items-baseline justify-between gap-2 bg-canvas py-1 text-base font-bold">
          {t(`lane.${lane}`)}
          <Count of={rows.length} className="text-lg" />
        </h2>
        <ul className="flex flex-col gap-2 pb-4">
          {rows.map((row) => (
            <li key={row.order_id}>
              <OrderCard row={row} isLinkOnly />
            </li>
          ))}
        </ul>
      </section>
    )
  })
}
