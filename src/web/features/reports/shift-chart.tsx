import { fates, type Bar, type Fate, type Shift } from '#contract/desk/shift.ts'
import { Digits } from '#web/components/text.tsx'
import { formatNumber } from '#web/i18n/format.ts'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import { barLabels, ShiftTable } from './shift-figures.tsx'

const fills: Readonly<Record<Fate, string>> = {
  accepted: 'fill-good',
  rejected: 'fill-amber',
  missed: 'fill-red',
  waiting: 'fill-accent',
  other: 'fill-edge',
}

const totalOf = (bar: Bar): number => fates.reduce((sum, fate) => sum + bar[fate], 0)

/** When orders came in and how they ended. The axis runs from zero to the next even number above the highest bar. */
export function ShiftChart({ shift }: { readonly shift: Shift }) {
  const t = useTranslate()
  const language = useLanguage()
  const { bars } = shift
  const top = Math.max(2, ...bars.map((bar) => totalOf(bar) + (totalOf(bar) % 2)))
  const labels = barLabels(bars, language)
  const shown = fates.filter((fate) => bars.some((bar) => bar[fate] > 0))
  return (
    <figure className="flex break-inside-avoid flex-col gap-2">
      <figcaption className="font-bold text-soft">{t('reports.chart')}</figcaption>
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
            <Column key={bar.at} bar={bar} index={index} top={top} />
          ))}
        </svg>
        <div className="col-start-2 flex pt-1 text-sm text-faint">
          {labels.map((label, index) => (
            <div key={bars[index]?.at} className="relative h-5 min-w-0 flex-1">
              <span className="absolute start-0 whitespace-nowrap">
                <Digits>{label}</Digits>
              </span>
            </div>
          ))}
        </div>
      </div>
      <ShiftTable bars={bars} />
    </figure>
  )
}

interface ColumnProps {
  readonly bar: Bar
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
