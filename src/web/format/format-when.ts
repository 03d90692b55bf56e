import { formatMoment, formatTime } from '#web/i18n/format.ts'
import type { Language } from '#web/i18n/language.ts'
import { isToday } from './is-today.ts'

/** The time of a moment, with its day where that is not today, by the desk's clock. `at` in milliseconds since 1970. */
export const formatWhen = (at: number, language: Language): string =>
  isToday(at) ? formatTime(at, language) : formatMoment(new Date(at).toISOString(), language)
