import { formatMoment, formatTime } from './format.ts'
import type { Language } from './language.ts'

/** The time of a moment, with its day where that is not today. `at` in milliseconds since 1970. */
export function formatWhen(at: number, language: Language): string {
  const isToday = new Date(at).toDateString() === new Date().toDateString()
  return isToday ? formatTime(at, language) : formatMoment(new Date(at).toISOString(), language)
}
