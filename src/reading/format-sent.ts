import { momentOf } from '#contract/moment.ts'
import { formatMoment } from '#words/format.ts'
import type { Language } from '#words/language.ts'
import { isToday } from './is-today.ts'

/** A moment that the service sent, to the minute: as `formatMoment` has it, with its day where that is not today. */
export const formatSent = (text: string, language: Language): string =>
  formatMoment(text, language, !isToday(momentOf(text)))
