import type { OrderRow } from '#contract/desk/inbox.ts'
import { notifyBriefly } from '#web/api/toasts.ts'
import { OrderCard } from '#web/features/orders/board/card/order-card.tsx'
import { Count } from '#web/format/value.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { type BoardLane, countIn } from './lanes.ts'
import { useCardPresses } from './moved-cards.ts'
import { memo, useEffect, useState } from 'react'

interface LaneColumnProps {
  readonly lane: BoardLane
  readonly rows: readonly OrderRow[]
  /** On a narrow screen one lane is shown at a time, and the waiting one always. */
  readonly isShown: boolean
  /** Only the orders that answer to a search are among the rows. */
  readonly isSearched: boolean
}

/**
 * Cards that are scrolled away are not laid out, though their countdowns run; the ring of a focus is not cut off. In Firefox
 * they take no room then where the same element is a container for queries: so the card inside is.
 */
const unseen = '[contain-intrinsic-height:auto_10rem] [content-visibility:auto] [overflow-clip-margin:8px]'

/** As many as a tablet has room for: they are not kept waiting for those that are scrolled away. */
const drawnAtOnce = 4
/** Of the others so many are drawn together. */
const drawnThen = 8

/**
 * How many of a lane's orders are drawn. The others come in short steps that nothing breaks off: in the background they
 * would begin anew with each thing that comes late to the screen, for seconds on a slow tablet.
 */
function useDrawn(count: number): number {
  const [drawn, setDrawn] = useState(drawnAtOnce)
  useEffect(() => {
    if (drawn === Infinity) return
    const next = drawn + drawnThen
    // A tap is heard between two of them.
    const timer = setTimeout(() => setDrawn(next < count ? next : Infinity))
    return () => clearTimeout(timer)
  }, [drawn, count])
  return drawn
}

/** A lane none of whose orders changed is not drawn again when another one's did. */
function isSameLane(one: LaneColumnProps, other: LaneColumnProps): boolean {
  if (one.isShown !== other.isShown || one.isSearched !== other.isSearched) return false
  return one.rows.length === other.rows.length && one.rows.every((row, index) => row === other.rows[index])
}

export const laneId = (lane: BoardLane): string => `lane-${lane}`

/** One lane: its orders, or why there are none and what fills it. */
export const LaneColumn = memo(function LaneColumn({ lane, rows, isShown, isSearched }: LaneColumnProps) {
  const t = useTranslate()
  const drawn = useDrawn(rows.length)
  const tapWatch = useCardPresses(rows, () => notifyBriefly(t('action.stray')))
  const title = t(`lane.${lane}`)
  return (
    <section
      id={laneId(lane)}
      aria-label={title}
      className={`min-h-0 min-w-0 flex-col gap-3 wide:row-span-2 wide:grid wide:grid-rows-subgrid ${isShown ? 'flex' : 'hidden'}`}
    >
      {/* They share one row of the board: where one of them takes two lines, all cards still begin at one height. */}
      <h2
        className={`sticky top-0 z-1 flex items-baseline-last justify-between gap-1 bg-canvas py-1 text-base font-bold wide:py-0 ${lane === 'answer' ? '' : 'wide:text-sm wide:leading-4'}`}
      >
        {title}
        <Count of={isSearched ? rows.length : countIn(rows)} className="text-lg" />
      </h2>
      {rows.length === 0 ? (
        <p
          className={`rounded border border-dashed border-line p-3 text-soft hyphens-auto wrap-anywhere wide:self-start ${lane === 'answer' ? 'text-xl font-semibold' : 'text-sm wide:p-2'}`}
        >
          {t(isSearched ? 'lane.noneFound' : `lane.${lane}Empty`)}
        </p>
      ) : (
        <div className="@container min-h-0 wide:overflow-y-auto wide:pe-px">
          {/* On a large screen twice as many of those that wait are seen at once, whatever fills the other lanes. */}
          <ul
            {...tapWatch}
            className="grid content-start items-start gap-3 pb-4 tablet:max-wide:grid-cols-2 @min-[41rem]:grid-cols-2"
          >
            {rows.slice(0, drawn).map((row) => (
              <li key={row.order_id} className={unseen}>
                <OrderCard row={row} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  )
}, isSameLane)

interface LaneTabsProps {
  readonly lanes: readonly { readonly lane: BoardLane; readonly rows: readonly OrderRow[] }[]
  readonly shown: BoardLane
  readonly onShow: (lane: BoardLane) => void
}

/** On a narrow screen: which lane stands below the waiting orders. */
export function LaneTabs({ lanes, shown, onShow }: LaneTabsProps) {
  const t = useTranslate()
  return (
    <div role="group" aria-label={t('board.lanes')} className="lane-tabs">
      {lanes
        .filter(({ lane }) => lane !== 'answer')
        .map(({ lane, rows }) => (
          <button key={lane} type="button" aria-pressed={lane === shown} onClick={() => onShow(lane)}>
            {t(`lane.${lane}`)}
            <Count of={countIn(rows)} />
          </button>
        ))}
    </div>
  )
}
