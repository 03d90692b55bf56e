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
  /** The rows are only those that match a search. */
  readonly isSearched: boolean
}

/**
 * Skips the layout of cards out of view without clipping a focus ring. The query container is the card inside, because in
 * Firefox an element that is both collapses to no height.
 */
const skipUnseen = '[contain-intrinsic-height:auto_10rem] [content-visibility:auto] [overflow-clip-margin:8px]'

/** As many cards as a tablet shows at once. They are rendered before the others. */
const drawnAtOnce = 4
/** The batch size for the other cards. */
const drawnThen = 8

/**
 * How many of a lane's cards are rendered. The others follow in short steps. A transition would restart with each update
 * and take seconds on a slow tablet.
 */
function useDrawn(count: number): number {
  const [drawn, setDrawn] = useState(drawnAtOnce)
  useEffect(() => {
    if (drawn === Infinity) return
    const next = drawn + drawnThen
    // Presses are handled between the steps.
    const timer = setTimeout(() => setDrawn(next < count ? next : Infinity))
    return () => clearTimeout(timer)
  }, [drawn, count])
  return drawn
}

/** Skips the render of a lane whose orders did not change. */
function isSameLane(one: LaneColumnProps, other: LaneColumnProps): boolean {
  if (one.isShown !== other.isShown || one.isSearched !== other.isSearched) return false
  return one.rows.length === other.rows.length && one.rows.every((row, index) => row === other.rows[index])
}

export const laneId = (lane: BoardLane): string => `lane-${lane}`

/** A lane with its orders, or an explanation if it is empty. */
export const LaneColumn = memo(function LaneColumn({ lane, rows, isShown, isSearched }: LaneColumnProps) {
  const t = useTranslate()
  const drawn = useDrawn(rows.length)
  const pressGuard = useCardPresses(rows, () => notifyBriefly(t('action.stray')))
  const title = t(`lane.${lane}`)
  return (
    <section
      id={laneId(lane)}
      aria-label={title}
      className={`min-h-0 min-w-0 flex-col gap-3 wide:row-span-2 wide:grid wide:grid-rows-subgrid ${isShown ? 'flex' : 'hidden'}`}
    >
      {/* All headings share a grid row, so that the cards of all lanes start at the same height. */}
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
          {/* On a large screen the waiting orders get two columns. */}
          <ul
            {...pressGuard}
            className="grid content-start items-start gap-3 pb-4 tablet:max-wide:grid-cols-2 @min-[41rem]:grid-cols-2"
          >
            {rows.slice(0, drawn).map((row) => (
              <li key={row.order_id} className={skipUnseen}>
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

/** On a narrow screen, selects the lane below the waiting orders. */
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
