import { fates, type Fate } from '#contract/desk/shift.ts'
import { Digits } from '#web/components/text.tsx'
import { formatNumber } from '#web/i18n/format.ts'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import { useId } from 'react'

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
}

/** A round number that is not below the highest bar, and whose half is a whole one. */
export function topOf(highest: number): number {
  const scale = 10 ** Math.floor(Math.log10(Math.max(1, highest)))
  const steps = scale === 1 ? [2, 4, 6, 8] : [1, 1.2, 1.6, 2, 3, 4, 5, 6, 8]
  return (steps.find((step) => step * scale >= highest) ?? 10) * scale
}

/** When orders came in and how they ended, as a chart and as a table. The axis begins at zero. */
export function FateChart({ title, heading, bars }: FateChartProps) {
  const t = useTranslate()
  const language = useLanguage()
  const top = topOf(Math.max(...bars.map(totalOf)))
  const patterns = useId()
  const shown = fates.filter((fate) => bars.some((bar) => bar[fate] > 0))
  return (
    <figure className="flex min-w-0 break-inside-avoid flex-col gap-2">
      <figcaption className="font-bold text-soft">{title}</figcaption>
      <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm" aria-hidden="true">
        {shown.map((fate) => (
          <li key={fate} className="flex items-center gap-2">
            <svg className="size-4">
              <Block fate={fate} patterns={patterns} width="100%" height="100%" />
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
        {/* Without a view box, so that stripes are not stretched. */}
        <svg className="h-48 print:h-28 w-full rtl:-scale-x-100">
          <Patterns id={patterns} />
          {[0, 0.5, 1].map((share) => (
            <line key={share} x2="100%" y1={percent(share)} y2={percent(share)} className="stroke-line" />
          ))}
          {bars.map((bar, index) => (
            <Column key={bar.key} bar={bar} place={[index, bars.length]} top={top} patterns={patterns} />
          ))}
        </svg>
        <div className="col-start-2 flex pt-1 text-sm text-faint">
          {bars.map((bar) => (
            // A label that is wider than its column stands out on both sides.
            <div key={bar.key} className="flex h-5 min-w-0 flex-1 justify-center">
              <span className="shrink-0 whitespace-nowrap">
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

const percent = (share: number): string => `${share * 100}%`

/** Stripes on all outcomes but the first, since colours alone do not tell them apart for everybody. */
const stripes: Readonly<Partial<Record<Fate, string>>> = {
  rejected: 'M-2 2 2-2M0 8 8 0M6 10 10 6',
  missed: 'M-2 2 2-2M0 8 8 0M6 10 10 6M-2 6 2 10M0 0 8 8M6-2 10 2',
  waiting: 'M0 4H8',
  other: 'M4 0V8',
}

const Patterns = ({ id }: { readonly id: string }) => (
  <defs>
    {Object.entries(stripes).map(([fate, path]) => (
      <pattern key={fate} id={`${id}-${fate}`} width={8} height={8} patternUnits="userSpaceOnUse">
        <path d={path} className="stroke-raised" />
      </pattern>
    ))}
  </defs>
)

interface BlockProps {
  readonly fate: Fate
  readonly patterns: string
  readonly x?: string
  readonly y?: string
  readonly width: string
  readonly height: string
}

const Block = ({ fate, patterns, ...place }: BlockProps) => (
  <>
    <rect {...place} className={`${fills[fate]} stroke-raised`} />
    {stripes[fate] && <rect {...place} fill={`url(#${patterns}-${fate})`} />}
  </>
)

interface ColumnProps {
  readonly bar: FateBar
  /** Among how many. */
  readonly place: readonly [index: number, count: number]
  readonly top: number
  readonly patterns: string
}

const gap = 0.15

function Column({ bar, place: [index, count], top, patterns }: ColumnProps) {
  const upTo = (fate: Fate) => fates.slice(0, fates.indexOf(fate) + 1).reduce((sum, each) => sum + bar[each], 0)
  return fates
    .filter((fate) => bar[fate] > 0)
    .map((fate) => (
      <Block
        key={fate}
        fate={fate}
        patterns={patterns}
        x={percent((index + gap) / count)}
        width={percent((1 - 2 * gap) / count)}
        y={percent(1 - upTo(fate) / top)}
        height={percent(bar[fate] / top)}
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
