import type { OrderRow } from '#contract/desk/inbox.ts'
import { notifyBriefly } from '#web/api/toasts.ts'
import { OrderCard } from '#web/features/orders/board/card/order-card.tsx'
import { Count } from '#web/format/value.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { CalmBoard } from './calm-board.tsx'
import { type BoardColumn, countIn } from './lanes.ts'
import { useCardPresses } from './moved-cards.ts'
import { memo, useCallback, useEffect, useState } from 'react'

interface ColumnProps {
  readonly column: BoardColumn
  readonly rows: readonly OrderRow[]
  /** On a narrow screen one column is shown at a time, and the new orders always. */
  readonly isShown: boolean
  /** The rows are only those that match a search. */
  readonly isSearched: boolean
  /** No order is open at all, and this column tells so. */
  readonly isCalm?: boolean
}

/** As many cards as a tablet shows at once. They are rendered before the others. */
const drawnAtOnce = 6
/** The batch size for the other cards: more than a large screen shows. */
const drawnThen = 36
/** The next cards are rendered this long before they are scrolled into view. */
const ahead = '600px'

/**
 * How many of a column's cards are rendered: those that fit a screen, and more as the end is scrolled into view. Hundreds
 * of cards that nobody sees would slow down every key. `end` goes to an element after the last card.
 */
function useDrawn(count: number) {
  const [drawn, setDrawn] = useState(drawnAtOnce)
  const isAtOnce = drawn === drawnAtOnce
  useEffect(() => {
    if (!isAtOnce) return
    // Presses are handled before the second batch.
    const timer = setTimeout(() => setDrawn(drawnThen))
    return () => clearTimeout(timer)
  }, [isAtOnce])
  const end = useCallback((element: Element | null) => {
    if (!element) return
    if (typeof IntersectionObserver === 'undefined') return setDrawn(Infinity)
    const observer = new IntersectionObserver(
      (seen) => seen.some(({ isIntersecting }) => isIntersecting) && setDrawn((old) => old + drawnThen),
      { rootMargin: ahead },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { drawn, hasMore: !isAtOnce && drawn < count, end }
}

/** Skips the render of a column whose orders did not change. */
function isSameColumn(one: ColumnProps, other: ColumnProps): boolean {
  if (one.isShown !== other.isShown || one.isSearched !== other.isSearched || one.isCalm !== other.isCalm) return false
  return one.rows.length === other.rows.length && one.rows.every((row, index) => row === other.rows[index])
}

export const columnId = (column: BoardColumn): string => `column-${column}`

/** A column with its orders. An empty one is its title alone. */
export const Column = memo(function Column(props: ColumnProps) {
  const { column, rows, isShown, isSearched, isCalm = false } = props
  const t = useTranslate()
  const { drawn, hasMore, end } = useDrawn(rows.length)
  const pressGuard = useCardPresses(rows, () => notifyBriefly(t('action.stray')))
  const title = t(`lane.${column}`)
  return (
    <section
      id={columnId(column)}
      aria-label={title}
      data-column={column}
      data-empty={rows.length === 0 && !isCalm}
      className={`board-column ${isShown ? '' : 'max-wide:hidden'}`}
    >
      <h2 className="board-title">
        {title}
        <Count of={isSearched ? rows.length : countIn(rows)} className="text-soft" />
      </h2>
      {isCalm ? (
        <CalmBoard />
      ) : rows.length === 0 ? (
        <p className="text-sm text-faint wide:sr-only">{t(isSearched ? 'lane.noneFound' : `lane.${column}Empty`)}</p>
      ) : (
        <div className="board-scroll">
          <ul {...pressGuard} className="board-cards">
            {rows.slice(0, drawn).map((row) => (
              <li key={row.order_id} className="board-place">
                <OrderCard row={row} />
              </li>
            ))}
          </ul>
          {hasMore && <div key={drawn} ref={end} className="h-40" aria-hidden="true" />}
        </div>
      )}
    </section>
  )
}, isSameColumn)

interface ColumnTabsProps {
  readonly columns: readonly { readonly column: BoardColumn; readonly rows: readonly OrderRow[] }[]
  readonly shown: BoardColumn
  readonly onShow: (column: BoardColumn) => void
}

/** On a narrow screen, selects the column below the new orders. */
export function ColumnTabs({ columns, shown, onShow }: ColumnTabsProps) {
  const t = useTranslate()
  return (
    <div role="group" aria-label={t('board.columns')} className="lane-tabs">
      {columns
        .filter(({ column }) => column !== 'answer')
        .map(({ column, rows }) => (
          <button key={column} type="button" aria-pressed={column === shown} onClick={() => onShow(column)}>
            {t(`lane.${column}`)}
            <Count of={countIn(rows)} />
          </button>
        ))}
    </div>
  )
}
