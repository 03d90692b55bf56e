import { fates, type Fate } from '#contract/desk/shift.ts'
import { Digits } from '#web/components/text.tsx'
import { formatNumber } from '#web/i18n/format.ts'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'

/** One column: what became of some orders. */
interface FateBar extends Readonly<Record<Fate, number>> {
  readonly key: string
  /** In the table. */
  readonly name: string
  /** Below the column; empty where there is no room. */
  readonly label: string
  /** The same on a phone, if that is shorter. */
  readonly shortLabel?: string
}

const fills: Readonly<Record<Fate, string>> = {
  accepted: 'fill-good',
  rejected: 'fill-amber',
  missed: 'fill-red',
  waiting: 'fill-accent',
  other: 'fill-edge',
}

const totalOf = (bar: FateBar): number => fates.reduce((sum, fate) => sum + bar[fate], 0)

interface FateChartProps {
  readonly title: string
  /** Heads the names in the table. */
  readonly heading: string
  readonly bars: readonly FateBar[]
  /** The label stands in the middle of its column, and not where the column begins. */
  readonly isCentred?: boolean
}

/**
 * When orders came in and how they ended, as a chart and as a table. The axis runs from zero to the next even number
 * above the highest bar.
 */
export function FateChart({ title, heading, bars, isCentred = false }: FateChartProps) {
  const t = useTranslate()
  const language = useLanguage()
  const top = Math.max(2, ...bars.map((bar) => totalOf(bar) + (totalOf(bar) % 2)))
  const shown = fates.filter((fate) => bars.some((bar) => bar[fate] > 0))
  return (
    <figure className="flex min-w-0 break-inside-avoid flex-col gap-2">
      <figcaption className="font-bold text-soft">{title}</figcaption>
      <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm" aria-hidden="true">
        {shown.map((fate) => (
          <li key={fate} className="flex items-center gap-2">
            <svg viewBox="0 0 12 12" className="size-3">
              <rect width={12} height={12} rx={3} className={fills[fate]} />
            </svg>
            {t(`reports.${fate}`)}
          </li>
        ))}
      </ul>
      <div className="grid grid-cols-[auto_1fr] gap-x-2" aria-hidden="true">
        <div className="flex h-48 print:h-28 flex-col justify-between text-end text-sm/none text-faint">
          {[top, top / 2, 0].map((value) => (
            <Digits key={value}>{formatNumber(value, language)}</Digits>
          ))}
        </div>
        <svg
          viewBox={`0 0 ${bars.length} ${top}`}
          preserveAspectRatio="none"
          className="h-48 print:h-28 w-full rtl:-scale-x-100"
        >
          {[0, top / 2, top].map((y) => (
            <line
              key={y}
              x1={0}
              x2={bars.length}
              y1={y}
              y2={y}
              className="stroke-line"
              vectorEffect="non-scaling-stroke"
            />
          ))}
          {bars.map((bar, index) => (
            <Column key={bar.key} bar={bar} index={index} top={top} />
          ))}
        </svg>
        <div className="col-start-2 flex pt-1 text-sm text-faint">
          {bars.map((bar) => (
            <div key={bar.key} className={`relative h-5 min-w-0 flex-1 ${isCentred ? 'text-center' : ''}`}>
              <span className={`whitespace-nowrap ${isCentred ? '' : 'absolute start-0'}`}>
                {bar.shortLabel !== undefined && <span className="tablet:hidden">{bar.shortLabel}</span>}
                <Digits className={bar.shortLabel === undefined ? '' : 'max-tablet:hidden'}>{bar.label}</Digits>
              </span>
            </div>
          ))}
        </div>
      </div>
      <FateTable title={title} heading={heading} bars={bars} />
    </figure>
  )
}

interface ColumnProps {
  readonly bar: FateBar
  readonly index: number
  readonly top: number
}

const gap = 0.15

function Column({ bar, index, top }: ColumnProps) {
  const upTo = (fate: Fate) => fates.slice(0, fates.indexOf(fate) + 1).reduce((sum, each) => sum + bar[each], 0)
  return fates.map((fate) => (
    <rect
      key={fate}
      x={index + gap}
      width={1 - 2 * gap}
      y={top - upTo(fate)}
      height={bar[fate]}
      className={`${fills[fate]} stroke-raised`}
      vectorEffect="non-scaling-stroke"
    />
  ))
}

/** The chart's numbers as a table, for screen readers and exact values. */
function FateTable({ title, heading, bars }: FateChartProps) {
  const t = useTranslate()
  const language = useLanguage()
  const shown = bars.filter((bar) => totalOf(bar) > 0)
  const columns = fates.filter((fate) => bars.some((bar) => bar[fate] > 0))
  return (
    <details className="print:hidden">
      <summary className="inline-flex min-h-12 items-center text-sm underline">{t('reports.numbers')}</summary>
      <table className="w-full text-sm wrap-anywhere">
        <caption className="sr-only">{title}</caption>
        <thead>
          <tr>
            <th scope="col" className="px-1 py-2 text-start">
              {heading}
            </th>
            {columns.map((fate) => (
              <th key={fate} scope="col" className="px-1 py-2 text-end">
                {t(`reports.${fate}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {shown.map((bar) => (
            <tr key={bar.key}>
              <th scope="row" className="px-1 py-2 text-start font-normal">
                <Digits>{bar.name}</Digits>
              </th>
              {columns.map((fate) => (
                <td key={fate} className="px-1 py-2 text-end">
                  <Digits>{formatNumber(bar[fate], language)}</Digits>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
