import { useTranslate } from '#web/i18n/translations.tsx'
import { Count } from '#web/format/value.tsx'
import { Drawing } from '#web/components/icon.tsx'

interface StationToolsProps {
  /** How many tickets there are. */
  readonly count: number
  /** How many of them are not on the screen yet. */
  readonly more: number
  /** The oldest tickets are not shown. */
  readonly isBegun: boolean
  readonly onMore: () => void
  readonly onFirst: () => void
  readonly areCountsShown: boolean
  readonly onCounts: () => void
  readonly onRecall: () => void
}

const sum = 'M17 5H7l6 7-6 7h10'
const back = 'M9 6L4 11l5 5M4 11h10a6 6 0 0 1 6 6v2'

/** How many tickets there are, those that do not fit, the all-day counts, and the recall. */
export function StationTools(props: StationToolsProps) {
  const { count, more, isBegun, onMore, onFirst, areCountsShown, onCounts, onRecall } = props
  const t = useTranslate()
  return (
    <div className="station-tools">
      <p className="station-number">
        <span className="station-word">{t('station.orders', { count })}</span>
        <span aria-hidden="true" className="station-number-bare">
          <Count of={count} />
        </span>
      </p>
      {more > 0 && (
        <button type="button" className="station-more" onClick={onMore}>
          {t('station.more', { count: more })}
        </button>
      )}
      {isBegun && (
        <button type="button" className="station-more" onClick={onFirst}>
          {t('station.oldest')}
        </button>
      )}
      <button
        type="button"
        aria-pressed={areCountsShown}
        aria-label={t('station.counts')}
        className="top-bar-button station-tool ms-auto"
        onClick={onCounts}
      >
        <Drawing path={sum} />
        <span className="station-word">{t('station.counts')}</span>
      </button>
      <button
        type="button"
        aria-label={t('station.recall')}
        aria-keyshortcuts="0"
        className="top-bar-button station-tool"
        onClick={onRecall}
      >
        <Drawing path={back} className="size-6 rtl:-scale-x-100" />
        <span className="station-word">{t('station.recall')}</span>
        {/* Drawn by the style: it is no part of the name. */}
        <span className="station-tool-key" data-key="0" aria-hidden="true" />
      </button>
    </div>
  )
}
