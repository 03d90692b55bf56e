import type { OrderRow } from '#contract/desk/inbox.ts'
import { Count } from '#reading/count.tsx'
import { useWords } from '#words/words.tsx'
import { countIn, type BoardLane } from './lanes.ts'

interface LaneTabsProps {
  readonly lanes: readonly { readonly lane: BoardLane; readonly rows: readonly OrderRow[] }[]
  readonly shown: BoardLane
  readonly onShow: (lane: BoardLane) => void
}

/** On a narrow screen: which lane stands below the waiting orders. */
export function LaneTabs({ lanes, shown, onShow }: LaneTabsProps) {
  const say = useWords()
  return (
    <div role="group" aria-label={say('board.lanes')} className="lane-tabs">
      {lanes
        .filter(({ lane }) => lane !== 'answer')
        .map(({ lane, rows }) => (
          <button
            key={lane}
            type="button"
            aria-pressed={lane === shown}
            className="flex min-h-12 shrink-0 items-center gap-2 rounded border border-line bg-raised px-3 font-semibold text-soft aria-pressed:border-accent aria-pressed:bg-accent-tint aria-pressed:text-accent"
            onClick={() => onShow(lane)}
          >
            {say(`lane.${lane}`)}
            <Count of={countIn(rows)} />
          </button>
        ))}
    </div>
  )
}
