import type { Bar } from '#contract/desk/shift.ts'
import { numberingIn } from '#web/i18n/format.ts'
import type { Language } from '#web/i18n/language.ts'
import type { Translate } from '#web/i18n/translations.tsx'

const dayMs = 24 * 60 * 60 * 1000
/** A phone has no room for more. */
const labelsAtMost = 6

/** The name of a bar: the hour at which it begins, or its day. */
export function barName({ at }: Bar, bars: readonly Bar[], language: Language): string {
  const [first, second] = bars
  const isDay = first && second && Date.parse(second.at) - Date.parse(first.at) >= dayMs
  const parts = isDay
    ? ({ weekday: 'short', day: 'numeric' } as const)
    : ({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const)
  return new Intl.DateTimeFormat(language, { ...parts, ...numberingIn(language), calendar: 'gregory' }).format(
    Date.parse(at),
  )
}

/** The labels of the bars, an empty text where there is no room. */
export function barLabels(bars: readonly Bar[], language: Language): readonly string[] {
  const every = Math.ceil(bars.length / labelsAtMost)
  return bars.map((bar, index) => (index % every === 0 ? barName(bar, bars, language) : ''))
}

/** A duration in minutes and seconds. */
export function durationWords(ms: number, t: Translate): string {
  const seconds = Math.round(ms / 1000)
  if (seconds < 60) return t('shift.seconds', { seconds })
  return t('shift.minutes', { minutes: Math.floor(seconds / 60), seconds: seconds % 60 })
}
