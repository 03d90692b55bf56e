import { serverNow } from '#client/wire/server-clock.ts'
import { formatMoment, formatTime } from '#words/format.ts'
import type { Language } from '#words/language.ts'

/** The time of a moment, with its day where that is not today, by the desk's clock. `at` in milliseconds since 1970. */
export function formatWhen(at: number, language: Language): string {
  const isToday = new Date(at).toDateString() === new Date(serverNow()).toDateString()
  return isToday ? formatTime(at, language) : formatMoment(new Date(at).toISOString(), language)
}
