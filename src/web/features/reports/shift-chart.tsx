import type { Bar, Shift } from '#contract/desk/shift.ts'
import { numberingIn } from '#web/i18n/format.ts'
import type { Language } from '#web/i18n/language.ts'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import { FateChart } from './fate-chart.tsx'

const dayMs = 24 * 60 * 60 * 1000
/** A phone has no room for more. */
const labelsAtMost = 6

/** When the orders of a shift came in and how they ended. */
export function ShiftChart({ shift: { bars } }: { readonly shift: Shift }) {
  const t = useTranslate()
  const language = useLanguage()
  const every = Math.ceil(bars.length / labelsAtMost)
  const named = bars.map((bar, index) => {
    const name = barName(bar, bars, language)
    return { ...bar, key: bar.at, name, label: index % every === 0 ? name : '' }
  })
  return <FateChart title={t('reports.chart')} heading={t('reports.from')} bars={named} />
}

/** The name of a bar: the hour at which it begins, or its day. */
function barName({ at }: Bar, bars: readonly Bar[], language: Language): string {
  const [first, second] = bars
  const isDay = first && second && Date.parse(second.at) - Date.parse(first.at) >= dayMs
  const parts = isDay
    ? ({ weekday: 'short', day: 'numeric' } as const)
    : ({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const)
  return new Intl.DateTimeFormat(language, { ...parts, ...numberingIn(language), calendar: 'gregory' }).format(
    Date.parse(at),
  )
}
