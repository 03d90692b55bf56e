import type { OrderRow } from '#contract/desk/inbox.ts'
import { Count } from '#reading/count.tsx'
import { useWords } from '#words/words.tsx'
import { boardLanes, rowsOf, type BoardLane } from './lanes.ts'

interface LaneTabsProps {
  readonly rows: readonly OrderRow[]
  readonly shown: BoardLane
  readonly onShow: (lane: BoardLane) => void
}

/** On a narrow screen: which lane stands below the waiting orders. */
export function LaneTabs({ rows, shown, onShow }: LaneTabsProps) {
  const say = useWords()
  return (
    <div role="group" aria-label={say('board.lanes')} className="flex gap-2 overflow-x-auto pb-1 wide:hidden">
      {boardLanes
        .filter((lane) => lane !== 'answer')
        .map((lane) => (
          <button
            key={lane}
            type="button"
            aria-pressed={lane === shown}
            className="flex min-h-12 shrink-0 items-center gap-2 rounded border border-line bg-raised px-3 font-semibold text-soft aria-pressed:border-accent aria-pressed:bg-accent-tint aria-pressed:text-accent"
            onClick={() => onShow(lane)}
          >
            {say(`lane.${lane}`)}
            <Count of={rowsOf(lane, rows).length} />
          </button>
        ))}
    </div>
  )
}
