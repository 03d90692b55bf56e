import type { OrderRow } from '#contract/desk/inbox.ts'
import { Count } from '#web/format/count.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { countIn, type BoardLane } from './lanes.ts'

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
